import { oneLine } from '#shared/rules/text/one-line.ts'
import { type DomNode } from './page.ts'

const never = [
  'script,style,noscript,template,svg,iframe,frame,object,embed,video,audio,canvas,map,link,meta',
  'input,select,textarea,datalist,nav,footer,dialog,del,s,strike',
  '[role=navigation],[role=banner],[role=contentinfo],[role=search],[role=dialog],[role=alertdialog],[role=menu],[role=menubar]',
  '[aria-modal=true],[aria-hidden=true][class*=icon]',
].join(',')

const part = (words: string): RegExp => new RegExp(String.raw`(?:^|[\s_-])(?:${words})(?=$|[\s_\d-])`, 'i')
const always = part(
  'cookies?|cookiebar|consent|gdpr|onetrust|newsletter|popup|breadcrumbs?|pagination|pager|skip-links?|footer|colophon',
)
/** Also used for real content, such as a restaurant's menu: removed only if mostly links. */
const whenLinks = part(
  'nav|navbar|navigation|menu|submenu|sidebar|share|sharing|social|socials|related|recent|header|topbar|toolbar|tags|widget',
)
const opener = '[aria-expanded],[aria-controls],[data-toggle],[data-bs-toggle]'

export function removeClutter(root: DomNode): void {
  for (const node of [...root.querySelectorAll(never)]) node.remove()
  for (const button of [...root.querySelectorAll('button')]) if (!asksOrOpens(button)) button.remove()
  for (const header of [...root.querySelectorAll('header')]) if (!header.closest('main,article')) header.remove()
  const whole = lengthOf(root)
  for (const aside of [...root.querySelectorAll('aside')]) if (mostlyLinks(aside)) aside.remove()
  for (const node of [...root.querySelectorAll('[class],[id]')]) {
    if (/^(?:html|body|main|article)$/.test(node.localName) || !node.parentNode) continue
    const names = `${node.getAttribute('class') ?? ''} ${node.getAttribute('id') ?? ''}`
    const goes = always.test(names) || (whenLinks.test(names) && mostlyLinks(node))
    // A misleading name must not cost the page its content.
    if (goes && lengthOf(node) < whole / 2) node.remove()
  }
}

export function contentOf(body: DomNode): DomNode {
  const whole = lengthOf(body)
  for (const selector of ['main', '[role=main]']) {
    const found = body.querySelector(selector)
    if (found && lengthOf(found) >= Math.min(whole * 0.3, 400)) return found
  }
  const articles = [...body.querySelectorAll('article')]
  const [only] = articles
  return only && articles.length === 1 && lengthOf(only) >= whole / 2 ? only : body
}

function asksOrOpens(button: DomNode): boolean {
  const inHeading = button.closest('h1,h2,h3,h4,h5,h6,dt,summary')
  return oneLine(button.textContent).length >= 10 && (inHeading !== null || button.closest(opener) === button)
}

function mostlyLinks(node: DomNode): boolean {
  let linked = 0
  for (const link of node.querySelectorAll('a')) linked += lengthOf(link)
  return linked * 2 >= lengthOf(node)
}

function lengthOf(node: DomNode): number {
  return oneLine(node.textContent).length
}
