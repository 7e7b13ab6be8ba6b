import { type ReactNode, useRef, useState } from 'react'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'

export function ScriptTag({ widget }: { widget: string }) {
  const texts = useTexts(dashboardTexts)
  const builders = [
    { name: texts.howToHaravan, text: texts.howToHaravanText },
    { name: texts.howToSapo, text: texts.howToSapoText },
    { name: texts.howToWordpress, text: texts.howToWordpressText },
    { name: texts.howToHtml, text: texts.howToHtmlText },
  ]
  return (
    <section aria-labelledby={`script-${widget}`}>
      <h2 id={`script-${widget}`} className="mb-3">
        {texts.scriptTitle}
      </h2>
      <ol className="steps">
        <li>
          <span className="step-number" aria-hidden="true">
            1
          </span>
          <span>{texts.scriptStep1}</span>
          <Code widget={widget} />
        </li>
        <li>
          <span className="step-number" aria-hidden="true">
            2
          </span>
          <span>{withTag(texts.scriptStep2)}</span>
        </li>
        <li>
          <span className="step-number" aria-hidden="true">
            3
          </span>
          <span>{texts.scriptStep3}</span>
        </li>
      </ol>
      <div className="how-to">
        <h3>{texts.howTo}</h3>
        {builders.map(({ name, text }) => (
          <details key={name} name={`how-to-${widget}`}>
            <summary>
              {name}
              <Icon name="chevron-down" />
            </summary>
            <p>{withTag(text)}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

function Code({ widget }: { widget: string }) {
  const texts = useTexts(dashboardTexts)
  const { workspace } = useCurrentWorkspace()
  const [refused, setRefused] = useState(false)
  const shown = useRef<HTMLPreElement>(null)
  const address = `${pageConfig().publicUrl}/widget/v1/loader.js`
  const locale = workspace.language
  const line = `<script async src="${address}" data-widget="${widget}" data-locale="${locale}"></script>`
  return (
    <div className="code">
      <pre ref={shown} tabIndex={0} aria-label={texts.script}>
        <span className="code-tag">{'<script'}</span> async src=<span className="code-value">{`"${address}"`}</span>
        {'\n  data-widget='}
        <span className="code-value">{`"${widget}"`}</span>
        {' data-locale='}
        <span className="code-value">{`"${locale}"`}</span>
        <span className="code-tag">{'></script>'}</span>
      </pre>
      <CopyButton
        text={line}
        copy={texts.copy}
        copied={texts.copied}
        onRefused={() => {
          setRefused(true)
          if (shown.current) getSelection()?.selectAllChildren(shown.current)
        }}
      />
      {refused && (
        <p className="code-refused" role="alert">
          {texts.copyFailed}
        </p>
      )}
    </div>
  )
}

function withTag(text: string): ReactNode {
  const [before, after] = text.split('{tag}')
  if (after === undefined) return text
  return (
    <>
      {before}
      <code className="text-sm">{'</body>'}</code>
      {after}
    </>
  )
}
