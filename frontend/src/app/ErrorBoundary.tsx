// The last net under a page: says what broke, keeps the top bar, and offers the two ways on.
import { Component, type ErrorInfo, type ReactNode } from "react";
import { Link } from "react-router";
import { Empty } from "../parts/Says";

interface State {
  error: Error | null;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error("A page broke.", error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main>
        <Empty title="This page met an error of ours">
          <p className="code">{error.message}</p>
          <p>What was saved is safe. Load the page again; if it comes back, the console holds the details.</p>
          <div className="row">
            <button type="button" className="btn" onClick={() => location.reload()}>
              Load again
            </button>
            <Link to="/" onClick={() => this.setState({ error: null })}>
              Home
            </Link>
          </div>
        </Empty>
      </main>
    );
  }
}
