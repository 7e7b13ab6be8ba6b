import type { ReactNode } from 'react'
import { readMarkup, readPlain, type Block, type Inline } from '#shared/rules/text/markup.ts'

/** Links open in a new tab and pass nothing on to their target (no opener, no follow). */
export function RichText({ text, plain }: { text: string; plain: boolean }): ReactNode {
  return (plain ? readPlain(text) : readMarkup(text)).map((block, index) => <BlockView key={index} block={block} />)
}

function BlockView({ block }: { block: Block }): ReactNode {
  if (block.kind === 'lines') {
    return (
      <p>
        {block.lines.map((line, index) => (
          <span key={index}>
            {index > 0 && <br />}
            <Line parts={line} />
          </span>
        ))}
      </p>
    )
  }
  const items = block.items.map((item, index) => (
    <li key={index}>
      <Line parts={item} />
    </li>
  ))
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
}

function Line({ parts }: { parts: Inline[] }): ReactNode {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'bold') return <strong key={index}>{part.text}</strong>
    return (
      <a key={index} href={part.href} target="_blank" rel="noopener nofollow ugc">
        {part.text}
        {part.host && ` (${part.host})`}
      </a>
    )
  })
}
