// An address under which there is nothing.
import { Link } from "react-router";
import { TopBar } from "../app/TopBar";
import { Empty } from "../parts/Says";

export function NotFoundPage({ what = "page" }: { what?: string }) {
  return (
    <div className="app">
      <TopBar title="Not found" crumb={<h1>Not found</h1>} />
      <main>
        <Empty title={`There is no such ${what}`}>
          <p>The address is wrong, it was deleted, or it belongs to somebody else.</p>
          <Link className="btn" to="/">
            Go home
          </Link>
        </Empty>
      </main>
    </div>
  );
}
