// Listeners by name, with the type of what each hears.

export class Emitter<Events extends object> {
  private readonly heard = new Map<keyof Events, Set<(event: never) => void>>();

  /** Call back on each such event; returns what ends it. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const all = this.heard.get(name) ?? new Set();
    this.heard.set(name, all);
    all.add(listener);
    return () => all.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.heard.get(name) ?? []) {
      (listener as (event: Events[Name]) => void)(event);
    }
  }
}
