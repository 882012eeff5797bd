// Why a job is slow, in words: one sentence with the cable that held it back, and what more rate there would buy.
import type { CableGain, JobWhy } from "../../api/types";
import { duration, measure, percent, plain, whole } from "../../numbers/format";

export interface WhySentence {
  before: string;
  /** The cable that is named between the two; null where no cable is to blame. */
  cable: CableGain | null;
  after: string;
  /** What follows from it. */
  more: string;
}

/** From here on a mean number of cables at the same level is told as a tie. */
const TIED = 0.5;
/** Below, what is shown with three decimals is shown as 0.000. */
const SHOWN = 5e-4;
/** Shorter gains than this share of the longest are none. */
const NOTHING = 1e-6;

export const isTied = ({ tied }: CableGain): boolean => tied >= TIED;

/** "0.6374 s": from when on a run was looked at; null where it was looked at as a whole. */
export function lookedFrom({ from_s }: JobWhy["looked"]): string | null {
  return from_s > 0 ? `${plain(Number(from_s.toPrecision(4)))} s` : null;
}

export function whySentence(why: JobWhy): WhySentence {
  const { network, where } = why;
  const from = lookedFrom(why.looked);
  const opens = (words: string) => (from ? `From ${from} on, ${words}` : capital(words));
  const busy = 1 - where.compute;
  const computes =
    why.limit === "compute"
      ? `it computes for ${share(where.compute)} of its time. While it communicates, `
      : "";
  const of = computes ? "that time" : "its communication time";
  const named = (words: string) => opens(`${computes}${words}`);
  const [first] = why.cables;
  if (network === null || busy <= 0)
    return {
      before: opens("it only computes: nothing on the network holds it back."),
      cable: null,
      after: "",
      more: "",
    };
  if (network === "latency")
    return {
      before: named(`bytes were only under way for ${share(where.latency / busy)} of ${of}.`),
      cable: null,
      after: "",
      more: "Shorter ways and fewer hops would help, more rate would not.",
    };
  const beside = BESIDE[network];
  if (beside)
    return {
      before: named(`${beside} held it back for ${share(where[network] / busy)} of ${of}.`),
      cable: null,
      after: "",
      more: first && first.buys_s_per_gbps > 0 ? gainSays(first) : "More rate on a cable would buy nothing.",
    };
  if (!first) return { before: named("no single cable held it back."), cable: null, after: "", more: "" };
  return {
    before: opens(computes),
    cable: first,
    after: ` held it back for ${share(first.share)} of ${of}${tieSays(first)}.`,
    more: gainSays(first),
  };
}

/** The space does not break: a figure stays with its sign. */
const share = (of: number): string => `${percent(of, of > 0 && of < 0.1 ? 1 : 0)}\u00a0%`;

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function tieSays(gain: CableGain): string {
  return isTied(gain) ? `, tied with ${others(gain)}` : "";
}

/** "95 others": how many are at the same level, on average. */
function others({ tied }: CableGain): string {
  const count = Math.round(tied);
  return count === 1 ? "one other" : `${whole(count)} others`;
}

function gainSays(gain: CableGain): string {
  const { buys_s_per_gbps: alone, together_s_per_gbps: together } = gain;
  if (!isTied(gain))
    return alone > 0
      ? `One Gb/s more there would end the job ${duration(alone)} sooner.`
      : "More rate there would buy nothing.";
  if (alone <= together * NOTHING)
    return together > 0
      ? `More there alone buys nothing; one Gb/s more on all of them ends the job ${duration(together)} sooner.`
      : "More rate there would buy nothing, nor would more on all of them.";
  return `One Gb/s more there alone ends the job ${duration(alone)} sooner, on all of them ${duration(together)}.`;
}

export interface Part {
  key: keyof JobWhy["where"];
  name: string;
  share: number;
  /** Most of the communication time went here. */
  isAnswer: boolean;
}

/** What is no cable, and is shared like one. */
const BESIDE: Partial<Record<NonNullable<JobWhy["network"]>, string>> = {
  reducers: "what the switches can add",
  windows: "how much the switches can have under way",
  inside: "the inside of its hosts",
  servers: "adding in the servers",
  adding_adapters: "adding in the adapters",
};

const PARTS: [Part["key"], string][] = [
  ["fabric", "cables between switches"],
  ["adapters", "cables of hosts"],
  ["reducers", "adding in switches"],
  ["windows", "room in switches"],
  ["inside", "inside the hosts"],
  ["servers", "adding in the servers"],
  ["adding_adapters", "adding in the adapters"],
  ["latency", "bytes under way"],
  ["compute", "computing"],
];

const SEEN = 0.0005; // below, a part rounds to 0.0 %

/** Where the job's time went, largest parts of the network first, compute last. */
export function partsOf({ where, network }: JobWhy): Part[] {
  return PARTS.filter(([key]) => where[key] >= SEEN).map(([key, name]) => ({
    key,
    name,
    share: where[key],
    isAnswer: key === network,
  }));
}

export interface GainUnit {
  unit: string;
  says(seconds: number): string;
}

const UNITS: [number, string, number][] = [
  [1, "s", 1],
  [1e-3, "ms", 1e3],
  [1e-6, "µs", 1e6],
  [0, "ns", 1e9],
];

/** The unit in which all gains of a list are read: that of the largest. */
export function gainUnit(seconds: readonly number[]): GainUnit {
  const most = Math.max(0, ...seconds.map(Math.abs));
  const [, unit, factor] = UNITS.find(([from]) => most >= from) ?? UNITS[0];
  return {
    unit,
    says: (value) => {
      if (Math.abs(value) <= most * NOTHING) return "0";
      return value > 0 && value * factor < SHOWN ? `< ${measure(1e-3)}` : measure(value * factor);
    },
  };
}
