import { Marked, type Tokens } from 'marked'
import { fold } from '#shared/rules/text/fold.ts'
import type { Picture } from './document-page.ts'

export type Rendered = { title: string; html: string; parts: { id: string; text: string }[] }

/** Raw HTML is shown as text. `picture` resolves `![alt](name)` (undefined: left out); `next`: whether to prefetch. */
export function renderMarkdown(
  text: string,
  picture: (name: string) => Picture | undefined,
  next: (address: string) => boolean,
): Rendered {
  const parts: Rendered['parts'] = []
  let title = ''
  const marked = new Marked({
    renderer: {
      // Markers of optional parts stand alone, not inside a paragraph.
      paragraph({ tokens, text: plain }: Tokens.Paragraph) {
        return /^\{\{[#/][\w.]+\}\}$/.test(plain) ? plain : `<p>${this.parser.parseInline(tokens)}</p>\n`
      },
      html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => escaped(raw),
      heading({ tokens, depth, text: plain }: Tokens.Heading) {
        const inside = this.parser.parseInline(tokens)
        if (depth === 1) {
          title = plain
          return ''
        }
        const id = anchorOf(plain)
        if (depth === 2) parts.push({ id, text: plain })
        return `<h${depth} id="${id}">${inside}</h${depth}>\n`
      },
      image({ href, text: what }: Tokens.Image) {
        const found = picture(href)
        if (!found) return ''
        const { url, dark, width, height } = found
        const more = `width="${width}" height="${height}" alt="${escaped(what)}" loading="lazy" decoding="async"`
        return `<img class="in-light" src="${url}" ${more}><img class="in-dark" src="${dark}" ${more}>`
      },
      link({ href, tokens }: Tokens.Link) {
        const inside = this.parser.parseInline(tokens)
        return `<a class="link" href="${escaped(href)}"${next(href) ? ' data-next=""' : ''}>${inside}</a>`
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
          cells.map(
            cell => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`,
          )
        const head = row(token.header, 'th').join('')
        const body = token.rows.map(cells => `<tr>${row(cells, 'td').join('')}</tr>`).join('')
        return `<div class="table-frame" tabindex="0" role="region" aria-label="${escaped(parts.at(-1)?.text ?? title)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
      },
    },
  })
  const html = marked.parse(text, { async: false })
  return { title, html, parts }
}

function anchorOf(heading: string): string {
  return fold(heading)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
