import type { Virtualizer } from '@tanstack/react-virtual'
import { type Key, type RefObject, useLayoutEffect, useRef } from 'react'

type Seen = { order: string; starts: Map<Key, number> }

/** Rows that come and go above what is looked at do not move it. At the very top nothing is held: there, the newest is wanted. */
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

/** How far most of what was in sight has moved; one row that jumped to the top does not count. */
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
