export function ShareBar({ parts }: { parts: [look: string, count: number][] }) {
  return (
    <div className="campaign-bar" aria-hidden>
      {parts.map(([look, count]) => count > 0 && <i key={look} className={look} style={{ flexGrow: count }} />)}
    </div>
  )
}
