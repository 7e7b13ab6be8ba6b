/** Shares of a whole, side by side; what is nothing takes no room. The numbers stand beside it. */
export function ShareBar({ parts }: { parts: [look: string, count: number][] }) {
  return (
    <div className="campaign-bar" aria-hidden>
      {parts.map(([look, count]) => count > 0 && <i key={look} className={look} style={{ flexGrow: count }} />)}
    </div>
  )
}
