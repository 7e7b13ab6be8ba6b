/** What is used of a parsed page. The library’s own types need a browser’s, which the server does not have. */
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

/** What else a web page tells: its name, its proper address, where it leads to. Addresses are absolute. */
export type PageFacts = { title: string; canonical: string | null; links: string[] }

/** What is known of a page before it is read. */
export type PageHints = { url: string; charset?: string | undefined }

export const TEXT_NODE = 3
export const ELEMENT_NODE = 1

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
