type Anchor = { element: Element; below: number }
type Place = { atEnd: boolean; anchors: Anchor[]; scrolled: number }

const nearEnd = 80
const maxAnchors = 4

export type ScrollPlace = {
  /** Call after scrolling; returns whether the reader is at the end. */
  moved(): boolean
  /** Call after any change of size: keeps what is read in place, and the end at the end. */
  keep(): void
  toEnd(): void
  atEnd(): boolean
}

/** Used because the browser's scroll anchoring is missing in Safari and gives up at the very top. */
export function makeScrollPlace(scroller: HTMLElement, column: HTMLElement): ScrollPlace {
  let place: Place = { atEnd: true, anchors: [], scrolled: 0 }

  /** Skips parts that end above the edge. */
  function* elementsBelow(edge: number): Generator<Element> {
    for (const part of column.children) {
      if (!part.classList.contains('inbox-part')) yield part
      else if (part.getBoundingClientRect().bottom > edge) yield* part.children
    }
  }

  /** @param drift pixels below the intended place: scrolling is by whole pixels, and remainders would add up */
  function savePlace(drift = 0): void {
    const { scrollHeight, scrollTop, clientHeight } = scroller
    const edge = scroller.getBoundingClientRect().top
    const anchors: Anchor[] = []
    for (const element of elementsBelow(edge)) {
      const { top, bottom } = element.getBoundingClientRect()
      if (bottom <= edge || element.matches('.inbox-day, .inbox-top, .inbox-mark')) continue
      anchors.push({ element, below: top - edge - drift })
      if (anchors.length === maxAnchors) break
    }
    place = { atEnd: scrollHeight - scrollTop - clientHeight < nearEnd, anchors, scrolled: scrollTop }
  }

  return {
    moved() {
      // Our own corrections also cause this event.
      if (scroller.scrollTop !== place.scrolled) savePlace()
      return place.atEnd
    },
    keep() {
      if (place.atEnd) {
        scroller.scrollTop = scroller.scrollHeight
        return
      }
      const anchor = place.anchors.find(known => known.element.isConnected)
      if (!anchor) return savePlace()
      const below = (): number => anchor.element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      // Whatever the reader scrolled since then is theirs.
      const wanted = anchor.below - (scroller.scrollTop - place.scrolled)
      if (Math.abs(below() - wanted) >= 1) scroller.scrollTop += below() - wanted
      savePlace(below() - wanted)
    },
    toEnd() {
      scroller.scrollTop = scroller.scrollHeight
      place = { ...place, atEnd: true }
    },
    atEnd: () => place.atEnd,
  }
}
