import type { ContactDetail } from '#shared/rules/contacts/contact-info.ts'
import { fold } from '#shared/rules/text/fold.ts'

const lead =
  /(?<![\p{L}\p{N}])(?:(?:so dien thoai|dien thoai|sdt|dt|phone|tel|mobile|number|zalo|so|e-?mail|mail|lien he|lh|goi|nhan tin|nhan|nt|ib|inbox|ket ban|kb|call|text|reach)(?:[ :.,-]+(?:cua|cho|qua|vao|theo|lai|so|em|e|minh|mik|m|anh|a|chi|c|toi|tui|chau|con|my|me|us|is|at|on|la|ne))*[ :.-]*)+$/u
const trail =
  /^(?:[ ,(]*(?:zalo|nhe|nha|nhen|a|ne|ah|please)(?![\p{L}\p{N}])\)?| *[,-]? *(?:ten|name) \p{L}+(?: \p{L}+){0,2}(?=$|[.,!\n]))*/u
/** The number itself is asked about: "0909… có phải của shop không". Folded. */
const asksAboutIt = /^ (?:(?:nay|do) )?(?:co phai|phai|la|cua|dung|goi duoc|con dung|is|belongs)(?![\p{L}\p{N}])/u

/** Characters around the number that belong to it. */
const reach = 80

export function withoutContacts(text: string, contacts: readonly ContactDetail[]): string {
  const plain = fold(text)
  const isAligned = plain.length === text.length
  let rest = text
  for (const { start, end } of [...contacts].reverse()) {
    if (isAligned && asksAboutIt.test(plain.slice(end, end + reach))) continue
    const led = isAligned ? (lead.exec(plain.slice(Math.max(0, start - reach), start))?.[0].length ?? 0) : 0
    const trailed = isAligned ? (trail.exec(plain.slice(end, end + reach))?.[0].length ?? 0) : 0
    rest = `${rest.slice(0, start - led).trimEnd()} ${rest.slice(end + trailed).trimStart()}`
  }
  return rest.trim()
}

/** "ship bao nhiêu? sđt em 0988…" asks for a fee, not a number; an address may belong to the question. */
export function questionAlone(text: string, contacts: readonly ContactDetail[]): string {
  const question = withoutContacts(
    text,
    contacts.filter(({ kind }) => kind === 'phone' || kind === 'landline' || kind === 'email'),
  )
  return /[\p{L}\p{N}]/u.test(question) ? question : text
}
