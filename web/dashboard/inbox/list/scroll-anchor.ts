import type { Virtualizer } from '@tanstack/react-virtual'
import { type Key, type RefObject, useLayoutEffect, useRef } from 'react'

type Seen = { order: string; starts: Map<Key, number> }

/** Keeps what is being read in place when rows above come and go; at the very top the newest rows may push it down. */
export function useScrollAnchor(
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  keys: readonly string[],
): void {
  const seen = useRef<Seen>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const order = keys.join(' ')
    const before = seen.current
    if (before && before.order !== order && element.scrollTop > 0)
      element.scrollTop += commonShift(before.starts, keys, index => virtual.measurementsCache[index]?.start)
    const shown = virtual.getVirtualItems().filter(item => item.end > element.scrollTop)
    seen.current = { order, starts: new Map(shown.map(item => [item.key, item.start])) }
  })
}

/** How far most visible rows moved; one that jumped to the top does not count. */
function commonShift(
  starts: Map<Key, number>,
  keys: readonly string[],
  startOf: (index: number) => number | undefined,
): number {
  const shifts = keys.flatMap((key, index) => {
    const before = starts.get(key)
    const now = startOf(index)
    return before === undefined || now === undefined ? [] : [now - before]
  })
  return shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0
}
