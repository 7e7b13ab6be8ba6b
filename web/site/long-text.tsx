import { isDocument } from '#shared/addresses.ts'
import type { DocumentProps } from './document-page.ts'
import { renderMarkdown } from './markdown.ts'

/** A text to be read: the guide, the terms. Its second headings are listed beside it. */
export function LongText({ text, note, language, t, built }: DocumentProps & { text: string; note?: string }) {
  const { title, html, parts } = renderMarkdown(
    text,
    name => built.pictures[`${language}/${name}`],
    address => isDocument(address.replace(/#.*$/, '').replace(/^\/en(?=\/|$)/, '') || '/'),
  )
  return (
    <div className="wide long-text">
      <nav className="contents" aria-label={t.onThisPage}>
        <p aria-hidden="true">{t.onThisPage}</p>
        <ol>
          {parts.map(({ id, text: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article>
        <h1 className="headline">{title}</h1>
        {note && <p className="long-note">{note}</p>}
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </div>
  )
}
