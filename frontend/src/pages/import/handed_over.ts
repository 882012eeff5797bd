// Files that were dropped on another page wait here for the import page.

let waiting: File[] = [];

export function handOver(files: File[]): void {
  waiting = files;
}

/** The files, once. */
export function takeOver(): File[] {
  const files = waiting;
  waiting = [];
  return files;
}
