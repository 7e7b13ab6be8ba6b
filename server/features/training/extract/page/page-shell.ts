import { oneLine } from '#shared/rules/text/one-line.ts'
import { type DomNode, ELEMENT_NODE, TEXT_NODE } from './page.ts'

/** Where programs of pages write what a page says. */
const places = 'main,[role=main],app-root,[id]'
const placeNames = /^(?:root|app|main|content|app-root|__next|__nuxt|___gatsby)$/i
/** Bounds the cost of a hostile page. */
const maxPlaces = 50
/** A place with one of these says something without words. */
const wordless = 'img,picture,video,iframe,object,embed,table,form,input'
/** Around what a page says: menus, addresses, rights. */
const frames = /^(?:a|nav|footer|header)$/
const frameRoles = /^(?:navigation|banner|contentinfo)$/
const frameNames = /(?:^|[\s_-])footer(?:$|[\s_-])/i
const silent = /^(?:script|style|noscript|template|svg)$/
const amount = /\d\s*(?:đ|₫|vnđ|vnd|k)(?![\p{L}\p{N}])/iu

/**
 * Whether scripts have yet to write what this page says: their place is empty, and nearly all words stand in the frame around
 * it. Asked before clutter is removed.
 * @param isWaiting of words that only say that something is to come
 */
export function isShell(page: DomNode, body: DomNode, isWaiting: (text: string) => boolean): boolean {
  const scripts = [...page.querySelectorAll('script')]
  if (scripts.every(script => /json/i.test(script.getAttribute('type') ?? ''))) return false
  const candidates = [...body.querySelectorAll(places)].filter(isPlace).slice(0, maxPlaces)
  const empty = candidates.filter(place => {
    const { all } = wordsOf(place)
    return (all === '' || isWaiting(all)) && place.querySelector(wordless) === null
  })
  const isSaid = candidates.some(place => isMain(place) && !empty.includes(place) && wordsOf(place).all !== '')
  if (empty.length === 0 || isSaid) return false
  const { all, unframed } = wordsOf(body)
  const spoken = isWaiting(unframed) ? '' : unframed
  return !amount.test(all) && spoken.length * 8 <= all.length
}

function isMain(node: DomNode): boolean {
  return node.localName === 'main' || node.getAttribute('role') === 'main'
}

function isPlace(node: DomNode): boolean {
  return isMain(node) || node.localName === 'app-root' || placeNames.test(node.getAttribute('id') ?? '')
}

/** One walk, however deep the page. */
function wordsOf(root: DomNode): { all: string; unframed: string } {
  const all: string[] = []
  const unframed: string[] = []
  const open: [node: DomNode, framed: boolean][] = [[root, false]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, framed] = next
    if (node.nodeType === TEXT_NODE) {
      all.push(node.textContent)
      if (!framed) unframed.push(node.textContent)
    } else if (node.nodeType === ELEMENT_NODE && !silent.test(node.localName)) {
      const inFrame = framed || isFrame(node)
      for (let child = node.lastChild; child; child = child.previousSibling) open.push([child, inFrame])
    }
  }
  return { all: oneLine(all.join(' ')), unframed: oneLine(unframed.join(' ')) }
}

function isFrame(node: DomNode): boolean {
  return (
    frames.test(node.localName) ||
    frameRoles.test(node.getAttribute('role') ?? '') ||
    frameNames.test(`${node.getAttribute('class') ?? ''} ${node.getAttribute('id') ?? ''}`)
  )
}
