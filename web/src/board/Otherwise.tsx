// Shows something else where a picture fails, for instance because a browser lost its 3D.

import { Component, type ReactNode } from "react";

interface OtherwiseProps {
  otherwise: ReactNode;
  children: ReactNode;
  onFailed?: (error: unknown) => void;
}

export class Otherwise extends Component<OtherwiseProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailed?.(error);
  }

  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
