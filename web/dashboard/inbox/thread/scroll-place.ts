/** What a reader looks at, and how far it stands below the upper edge (pixels). */
type Anchor = { element: Element; below: number }
type Place = { atEnd: boolean; anchors: Anchor[]; scrolled: number }

const nearEnd = 80
/** Several, for one of them may be gone. */
const maxAnchors = 4

export type ScrollPlace = {
  /** The reader has scrolled. @returns whether they are at the end now */
  moved(): boolean
  /** Something grew, shrank or came: what is read stays where it is, the end stays the end. */
  keep(): void
  toEnd(): void
  atEnd(): boolean
}

/**
 * Holds a reader's place in a column that grows at both ends and in between: pictures that load, older messages, explanations that
 * open. The browser's own way of doing this is missing in Safari and gives up at the very top.
 * @param column the parts of what is scrolled
 */
export function makeScrollPlace(scroller: HTMLElement, column: HTMLElement): ScrollPlace {
  let place: Place = { atEnd: true, anchors: [], scrolled: 0 }

  /** Parts that end above are passed over as a whole. */
  function* elementsBelow(edge: number): Generator<Element> {
    for (const part of column.children) {
      if (!part.classList.contains('inbox-part')) yield part
      else if (part.getBoundingClientRect().bottom > edge) yield* part.children
    }
  }

  /** @param drift how far all stands below where it should: scrolling is by whole pixels, and many small remainders would add up to a jump */
  function note(drift = 0): void {
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
      // Our own correction is heard of here too.
      if (scroller.scrollTop !== place.scrolled) note()
      return place.atEnd
    },
    keep() {
      if (place.atEnd) {
        scroller.scrollTop = scroller.scrollHeight
        return
      }
      const anchor = place.anchors.find(known => known.element.isConnected)
      if (!anchor) return note()
      const below = (): number => anchor.element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      // What the reader scrolled since then is theirs.
      const wanted = anchor.below - (scroller.scrollTop - place.scrolled)
      if (Math.abs(below() - wanted) >= 1) scroller.scrollTop += below() - wanted
      note(below() - wanted)
    },
    toEnd() {
      scroller.scrollTop = scroller.scrollHeight
      place = { ...place, atEnd: true }
    },
    atEnd: () => place.atEnd,
  }
}
