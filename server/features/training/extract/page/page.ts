/** The library's own types need the DOM's, which the server lacks. */
export type DomNode = {
  nodeType: number
  localName: string
  textContent: string
  parentNode: DomNode | null
  firstChild: DomNode | null
  lastChild: DomNode | null
  nextSibling: DomNode | null
  previousSibling: DomNode | null
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  closest(selector: string): DomNode | null
  querySelector(selector: string): DomNode | null
  querySelectorAll(selector: string): Iterable<DomNode> & { length: number }
  remove(): void
}

export type DomDocument = DomNode & { documentElement: DomNode }

/** Addresses are absolute. */
export type PageFacts = { title: string; canonical: string | null; links: string[] }

export type PageHints = { url: string; charset?: string | undefined }

export const TEXT_NODE = 3
export const ELEMENT_NODE = 1
