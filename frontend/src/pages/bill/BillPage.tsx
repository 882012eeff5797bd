// The bill of materials: how many of each part per tier, what they cost with the person's list, power and rack units.
import { useMutation } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { fabrics } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { useBill, useFabric, usePriceLists } from "../../api/queries";
import type { Bill } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { counted, whole } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { type PriceListInUse, usePriceListInUse } from "../../parts/price_list_in_use";
import { Empty, ProblemSays, Waiting } from "../../parts/Says";
import { NotFoundPage } from "../NotFoundPage";
import { BillTable } from "./BillTable";
import styles from "./bill.module.css";
import { missing, ofSome, power, shortBand } from "./figures";

export default function BillPage() {
  const { id = "" } = useParams();
  const inUse = usePriceListInUse();
  const list = inUse.list?.id;
  const fabric = useFabric(id);
  const bill = useBill(id, list, inUse.isKnown);
  const keep = useMutation({ mutationFn: () => fabrics.billTable(id, list) });
  if (bill.isError && asProblem(bill.error).status === 404) return <NotFoundPage what="fabric" />;
  const name = fabric.data?.name ?? "Fabric";
  return (
    <div className="app">
      <TopBar
        title={`Bill of materials, ${name}`}
        crumb={
          <>
            <Link to={`/f/${id}`}>{name}</Link>
            <span>/</span>
            <h1>Bill of materials</h1>
          </>
        }
        actions={
          <button type="button" className="btn" disabled={keep.isPending} onClick={() => keep.mutate()}>
            <Icon name="download" />
            Keep as CSV
          </button>
        }
      />
      <main className={styles.page}>
        <div className={styles.bar}>
          <Prices inUse={inUse} />
        </div>
        {keep.isError && <ProblemSays error={keep.error} />}
        {bill.isError && <ProblemSays error={bill.error} />}
        {bill.isPending && <Waiting what="Counting the parts" />}
        {bill.data && <Billed bill={bill.data} />}
      </main>
    </div>
  );
}

function Billed({ bill }: { bill: Bill }) {
  const { total, currency, cable_estimate: cables } = bill;
  if (!bill.lines.length) {
    return (
      <Empty title="Nothing to buy yet">
        <p>
          This fabric has no device and no cable. Generate one, or import one, and its parts are counted here.
        </p>
      </Empty>
    );
  }
  const readouts = [
    ["Parts", whole(total.count), counted(bill.lines.length, "line")],
    [
      "Price",
      ofSome(
        `${shortBand(total.price_low, total.price_high)} ${currency}`,
        total.price_high,
        total.without_price,
      ),
      missing(total.without_price),
    ],
    ...(cables
      ? [["Cables without a price", `${shortBand(cables.low, cables.high)} USD`, "besides, estimated"]]
      : []),
    ["Power", ofSome(power(total.power_w), total.power_w, total.without_power), missing(total.without_power)],
    [
      "Rack units",
      ofSome(whole(total.rack_units), total.rack_units, total.without_rack_units),
      missing(total.without_rack_units),
    ],
  ];
  return (
    <>
      <div className="readouts">
        {readouts.map(([name, value, small]) => (
          <div key={name} className="readout">
            <span className="name">{name}</span>
            <span className="value">
              {value}
              <small>{small || "\u00a0"}</small>
            </span>
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Parts">
        <BillTable bill={bill} />
      </section>
    </>
  );
}

/** Which list counts; it counts on the catalogue's page too, where lists are read and changed. */
function Prices({ inUse }: { inUse: PriceListInUse }) {
  const lists = usePriceLists();
  return (
    <>
      <label htmlFor="price-list" className="small t-2">
        Prices
      </label>
      <div className="box">
        <select
          id="price-list"
          value={inUse.list?.id ?? ""}
          onChange={(event) => inUse.use(event.target.value || null)}
        >
          <option value="">bands of the catalogue, USD</option>
          {lists.data?.results.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}, {each.document.currency}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
      {lists.isError ? (
        <ProblemSays error={lists.error} />
      ) : (
        <span className="note">
          {inUse.list
            ? `Where ${inUse.list.name} has no price of a part, the band of the catalogue counts.`
            : "Bands are what the parts go for by public sources; your own quotes make a list."}
        </span>
      )}
      <span className="grow" />
      <Link to="/catalogue" className="small">
        Price lists and sources
      </Link>
    </>
  );
}
