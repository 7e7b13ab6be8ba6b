import { partLastWord } from './last-word.ts'

/** Names of channels differ in their last word, so what does not fit is left out before it. Readers of the page get one text. */
export function WholeEnds({ text, className = '' }: { text: string; className?: string }) {
  const [start, end] = partLastWord(text)
  if (!start) return <span className={className}>{text}</span>
  return (
    <span className={`whole-ends ${className}`} title={text}>
      <span className="unseen">{text}</span>
      <span className="ell" aria-hidden="true">
        {start}
      </span>
      <span aria-hidden="true">{end}</span>
    </span>
  )
}
