// What the terms of aggregation mean, and where that is written: shown while a field's words are pointed at.
import type { Explanation } from "../../parts/Explained";

const SHARP = "NVIDIA SHARP Rev 3.13.0";
const MODEL = "docs/model/aggregation.md";
const STREAMS = "Graham et al., SHARP Streaming-Aggregation Hardware Design, ISC High Performance 2020";

export const TERMS = {
  rails: {
    says: "The bytes of a job are striped evenly over its rails, or over the first so many of them.",
    source: "docs/model/algorithms.md.",
  },
  affinity: {
    says:
      "A library may leave a host by another adapter than the one it was entered by. Rings then change rails at " +
      "every host, and on a rail-optimised fabric cross its spines.",
    source: "NVIDIA, NCCL environment variables, NCCL_CROSS_NIC.",
  },
  pxn: {
    says:
      "What a GPU has for another rail goes over NVLink to its host's adapter of that rail first, so that " +
      "messages never change rails on the fabric. NVLink takes no time here.",
    source: "NVIDIA, Doubling all2all Performance with NCCL 2.12, 2022 (PCI × NVLink).",
  },
  root: {
    says: "The rank of each rail from which a broadcast goes, and to which a reduce.",
    source: "docs/model/algorithms.md.",
  },
  chunks: {
    says: "In how many pieces a chain, or each half of a double tree, passes its bytes on. 32 are assumed.",
    source: "docs/model/algorithms.md.",
  },
  tuning: {
    says: "What one channel of the library carries is listed by generation.",
    source: "NVIDIA/nccl, src/graph/tuning.cc.",
  },
  channels: {
    says: "Rings or trees that the library runs side by side; each is bounded by what one channel carries.",
    source: "NVIDIA/nccl, src/graph/tuning.cc.",
  },
  collnet: {
    says: "Whether the library may have switches add, where those next to all ranks can. NCCL needs its plugin for it.",
    source: "NVIDIA, NCCL environment variables, NCCL_COLLNET_ENABLE.",
  },
  tiers: {
    says:
      "Which switches add up what arrives and send one copy on. Switches of other tiers pass every copy on; " +
      "above them rings go around the sums, where that is faster than to carry several copies to one root.",
    source: `Multiplicities of a tree: ${MODEL}.`,
  },
  protocol: {
    says:
      "Segments go one by one, early but at a low rate (SHARP's LLT). A stream begins later and fills the " +
      "cable (SAT). The faster one on an idle fabric is taken unless you say which.",
    source: `Segments: Graham et al., SHArP, COM-HPC 2016. Streams: ${STREAMS}.`,
  },
  wait: {
    says:
      "A tree that another job holds: wait for it where the wait is predicted shorter than what the tree " +
      "saves, or go round the hosts at once.",
    source: `The rule of admission: ${MODEL}.`,
  },
  lease: {
    says:
      "How long a granted tree is held. Until the job ends nobody else gets it, though it idles while the " +
      "job computes.",
    source: `Exclusive locks are the default since 3.0: ${SHARP}.`,
  },
  merged: {
    says:
      "Of the copies that meet in a switch, the share that is added; the rest goes on unadded. Below 100 % " +
      "it is best effort, as where jobs share the memory of a switch without reserving it.",
    source: "Lao et al., ATP: In-network Aggregation for Multi-tenant Learning, NSDI 2021.",
  },
  quorum: {
    says:
      "How many ranks must be ready before a collective begins. Whoever is later than the timeout has no " +
      "part in it: faster, but fewer gradients count.",
    source: `Order statistics of the ranks' times: ${MODEL}.`,
  },
  quorumTimeout: {
    says: "How long after the quorum is ready the others are waited for.",
    source: "A setting; nothing is published on what training bears.",
  },
  wireShare: {
    says: "The part of a cable's rate that carries the vector while a tree streams.",
    source: `95 % on HDR: ${STREAMS}. For other chips see the switch's profile.`,
  },
  start: {
    says: "What a streaming call takes before its first byte is through.",
    source:
      "Assumed, 8 µs (5 to 15), set so that segments and streams cross at 4 to 16 KB: the switch's profile.",
  },
  chunk: {
    says: "The piece that each hop stores before it sends it on.",
    source: "Assumed, 4 KiB.",
  },
  inHost: {
    says:
      "What goes on among the GPUs of a host before and after the fabric. It bounds what aggregation in " +
      "the network can gain.",
    source: "Rates: the server's type. Bound: docs/model/bounds.md.",
  },
  servers: {
    says: "Hosts that add for the others. No rank of a job stands on them.",
    source: `Parameter servers and rack aggregators: ${MODEL}.`,
  },
  pattern: {
    says:
      "Shared: everybody sends an equal part to each server. By rack: everybody to the nearest one, and a " +
      "ring goes round the servers.",
    source: `${MODEL}.`,
  },
  serverRate: {
    says: "The rate of input that one server adds.",
    source: "Assumed: a third of the 410 GB/s of eight channels of DDR5-6400, two reads and a write a byte.",
  },
  adapterRate: {
    says: "The rate of input that one adapter adds by itself.",
    source: "Assumed, 200 Gb/s; makers publish none.",
  },
  encryption: {
    says:
      "MACsec protects each cable: switches see what they forward, and can add it. From end to end they see " +
      "nothing, and cannot.",
    source: "MACsec: IEEE 802.1AE, 32 bytes a packet (SecTAG with SCI 16, ICV 16).",
  },
  mtu: {
    says: "Payload of a packet. The smaller it is, the more what encryption adds to it weighs.",
    source: "32 bytes with MACsec (IEEE 802.1AE), 40 from end to end (PSP, assumed): docs/model/security.md.",
  },
  macsecHop: {
    says: "What coding and decoding add to each hop.",
    source: "Assumed, 0.3 µs (0.1 to 0.5).",
  },
  dtype: {
    says:
      "What an element of the vector is. A switch that cannot add the type is a finding; left open, it is " +
      "one that can be added.",
    source: "Types by chip: the switch's profile.",
  },
  tenant: {
    says: "Whose job it is. A tree over a switch tagged tenant:… of somebody else is a finding.",
    source: `Tenants and trees: ${MODEL}.`,
  },
  jobs: {
    says: "So many jobs alike at the same time. They compete for cables, and for the trees of switches.",
    source: `Admission: ${MODEL}.`,
  },
} satisfies Record<string, Explanation>;
