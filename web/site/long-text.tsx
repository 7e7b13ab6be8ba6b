import { isDocument } from '#shared/addresses.ts'
import type { DocumentProps } from './document-page.ts'
import { renderMarkdown } from './markdown.ts'

export function LongText({ text, note, language, t, built }: DocumentProps & { text: string; note?: string }) {
  const { title, html, parts } = renderMarkdown(
    text,
    name => built.pictures[`${language}/${name}`],
    address => isDocument(address.replace(/#.*$/, '').replace(/^\/en(?=\/|$)/, '') || '/'),
  )
  const list = (
    <ol>
      {parts.map(({ id, text: name }) => (
        <li key={id}>
          <a href={`#${id}`}>{name}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <div className="wide long-text">
      <nav className="contents contents-beside" aria-label={t.onThisPage}>
        <p aria-hidden="true">{t.onThisPage}</p>
        {list}
      </nav>
      <article>
        <h1 className="headline">{title}</h1>
        {note && <p className="long-note">{note}</p>}
        {/* Where there is no room beside the text; only one of the two is shown. */}
        <nav className="contents contents-folded" aria-label={t.onThisPage}>
          <details>
            <summary>{t.onThisPage}</summary>
            {list}
          </details>
        </nav>
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </div>
  )
}
