// The pages by their addresses. Each page is its own file for the browser too.
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { BrowserRouter, Route, Routes, useLocation } from "react-router";
import { queryClient } from "../api/queries";
import { HomePage } from "../pages/home/HomePage";
import { NotFoundPage } from "../pages/NotFoundPage";
import { schemeManager } from "./color_scheme";
import { ErrorBoundary } from "./ErrorBoundary";
import { cssVariables, theme } from "./theme";

const CataloguePage = lazy(() => import("../pages/catalogue/CataloguePage"));
const ImportPage = lazy(() => import("../pages/import/ImportPage"));
const FabricPage = lazy(() => import("../pages/fabric/FabricPage"));
const BillPage = lazy(() => import("../pages/bill/BillPage"));
const RunPage = lazy(() => import("../pages/run/RunPage"));
const AuditPage = lazy(() => import("../pages/audit/AuditPage"));
const RunsPage = lazy(() => import("../pages/runs/RunsPage"));
const ComparisonsPage = lazy(() => import("../pages/comparisons/ComparisonsPage"));
const ComparisonPage = lazy(() => import("../pages/comparisons/ComparisonPage"));
const LadderPage = lazy(() => import("../pages/comparisons/LadderPage"));
const ComparePage = lazy(() => import("../pages/compare/ComparePage"));

function Pages() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/import" element={<ImportPage />} />
          <Route path="/f/:id" element={<FabricPage key={pathname} />} />
          <Route path="/f/:id/bill" element={<BillPage key={pathname} />} />
          <Route path="/runs" element={<RunsPage />} />
          <Route path="/runs/:id" element={<RunPage key={pathname} />} />
          <Route path="/runs/:id/audit" element={<AuditPage key={pathname} />} />
          <Route path="/catalogue" element={<CataloguePage />} />
          <Route path="/compare" element={<ComparePage />} />
          <Route path="/comparisons" element={<ComparisonsPage />} />
          <Route path="/comparisons/:id" element={<ComparisonPage key={pathname} />} />
          <Route path="/comparisons/:id/ladder" element={<LadderPage key={pathname} />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

export function App() {
  const manager = useMemo(schemeManager, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}
