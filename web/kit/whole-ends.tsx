/** Names of channels differ in their last word, so what does not fit is left out before it. */
const lastWord = /\s?\S{1,9}$/u

export function WholeEnds({ text, className = '' }: { text: string; className?: string }) {
  const [end = ''] = lastWord.exec(text) ?? []
  const start = text.slice(0, text.length - end.length)
  return (
    <span className={`whole-ends ${className}`} title={text}>
      {start && <span className="ell">{start}</span>}
      <span>{end}</span>
    </span>
  )
}
