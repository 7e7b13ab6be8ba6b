const between = ' › '

/** What a part's heading adds to the heading of the part before; undefined: it goes on under the same one. */
export function headingAfter(before: string, heading: string): string | undefined {
  if (heading === before) return undefined
  const path = heading.split(between)
  const shared = sharedLead([before.split(between), path])
  return path.slice(Math.min(shared, path.length - 1)).join(between)
}

/** Without the headings that stand above all of them; the last of each stays. */
export function distinctHeadings(paths: readonly (readonly string[])[]): string[] {
  const shared = paths.length > 1 ? sharedLead(paths) : 0
  return paths.map(path => path.slice(Math.max(0, Math.min(shared, path.length - 1))).join(between))
}

function sharedLead(paths: readonly (readonly string[])[]): number {
  const [first = [], ...others] = paths
  const differs = first.findIndex((part, at) => others.some(path => path[at] !== part))
  return differs < 0 ? first.length : differs
}
