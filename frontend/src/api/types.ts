// The shapes of the API under the names the pages use; all of them are generated from the server's models.
import type { components, operations } from "../generated/api";

type Schemas = components["schemas"];

export type Severity = Schemas["Severity"];
export type Finding = Schemas["Finding"];

export type AggregationProfile = Schemas["AggregationProfile"];
export type Aggregation = Schemas["Aggregation"];
export type PortBlock = Schemas["PortBlock"];
export type DeviceType = Schemas["DeviceType"];
export type PriceBand = Schemas["PriceBand"];
export type AdapterType = Schemas["AdapterType"];
export type CableType = Schemas["CableType"];
export type Catalogue = Schemas["Catalogue"];
export type OwnDeviceType = Schemas["OwnDeviceType"];
export type PriceList = Schemas["PriceList"];
export type KeptPriceList = Schemas["KeptPriceList"];
export type ColumnMap = Schemas["ColumnMap"];
export type OwnColumnMap = Schemas["OwnColumnMap"];
export type TableHead = Schemas["TableHead"];
export type Device = Schemas["Device"];
export type Cable = Schemas["Cable"];
export type FabricDocument = Schemas["FabricDocument"];
export type FabricRow = Schemas["FabricRow"];
export type FabricPage = Schemas["FabricPage"];
export type Fabric = Schemas["Fabric"];
export type FabricOperations = Schemas["OperationsRequest"];
export type Counts = Schemas["Counts"];
export type Reading = Schemas["Reading"];
export type Amendments = Schemas["Amendments"];
export type SpeedRule = Schemas["SpeedRule"];
export type ExportFormat = Schemas["ExportFormat"];
export type Bill = Schemas["FabricBill"];
export type BillLine = Schemas["BillLine"];
export type BillFigures = Schemas["BillFigures"];
export type TierCut = Schemas["TierCut"];
export type HalvesCut = Schemas["HalvesCut"];
export type Template = Schemas["Template"];
export type Generated = Schemas["Generated"];
export type Placement = Schemas["PlacementAnswer"];

export type Collective = Schemas["Collective"];
export type Job = Schemas["Job"];
export type DataType = Schemas["DataType"];
export type Selection = Schemas["Selection"];
export type WorkloadDocument = Schemas["WorkloadDocument"];
export type Algorithm = Schemas["Algorithm"];
export type Routing = Schemas["Routing"];
export type RoutingMode = Schemas["RoutingMode"];
export type ForwardingTable = Schemas["ForwardingTable"];
export type Tolerances = Schemas["Tolerances"];
export type Fault = Schemas["Fault"];
export type ScenarioDocument = Schemas["ScenarioDocument"];

export type RunStatus = Schemas["RunStatus"];
export type Run = Schemas["Run"];
export type RunPage = Schemas["RunPage"];
export type RunSummary = Schemas["RunSummary"];
export type JobSummary = Schemas["JobSummary"];
export type BusyCable = Schemas["BusyCable"];
export type JobWhy = Schemas["JobWhy"];
export type RunWhy = Schemas["RunWhy"];
export type CableGain = Schemas["CableGain"];
export type KindGain = Schemas["KindGain"];
export type Tail = Schemas["Tail"];
export type AuditRecord = Schemas["AuditRecord"];
export type AuditQuery = NonNullable<operations["runs_audit"]["parameters"]["query"]>;
export type AuditDecision = Schemas["Decision"];
export type TierBytes = Schemas["TierBytes"];
export type StandingTree = Schemas["StandingTree"];
export type FrameIndex = Schemas["FrameIndex"];

export type Comparison = Schemas["Comparison"];
export type Figure = Schemas["Figure"];
export type Verdict = Schemas["Verdict"];

export type WaysComparison = Schemas["WaysComparison"];
export type ComparisonEntry = Schemas["ComparisonEntry"];
export type WayRow = Schemas["WayRow"];
export type ComparisonLadder = Schemas["ComparisonLadder"];
export type LadderRung = Schemas["LadderRung"];

/** Columns of the stored series, by name. */
export interface SeriesByName {
  iterations: Schemas["IterationSeries"];
  flows: Schemas["FlowSeries"];
  cables: Schemas["CableSeries"];
}
