const petal = 'M0 0C-9-9-11-30 0-46 11-30 9-9 0 0Z'
const colours = ['#FFD9E4', '#F08FB0', '#D9739A', '#B85479']

export function FlowerIllustration({ open, className }: { open: 'bud' | 'half' | 'full'; className?: string }) {
  const spread = { bud: 9, half: 19, full: 29.7 }[open]
  const pairs = { bud: [1], half: [2, 1], full: [3, 2, 1] }[open]
  return (
    <svg className={className} width="233" height="210" viewBox="0 0 200 180" fill="none" aria-hidden="true">
      <path d="M100 50C98 90 103 130 100 150" stroke="#5EC79F" strokeWidth="2.6" />
      <ellipse cx="100" cy="150" rx="46" ry="8" stroke="#3d7d68" />
      <ellipse cx="100" cy="150" rx="84" ry="15" stroke="#2a5f4e" />
      <g stroke="#0A3A2D" strokeWidth="1.6">
        {pairs.flatMap(pair =>
          [-1, 1].map(side => (
            <path
              key={`${pair}${side}`}
              d={petal}
              transform={`translate(100 50) rotate(${side * pair * spread}) scale(1.08)`}
              fill={colours[pair]}
            />
          )),
        )}
        <path d={petal} transform="translate(100 50) scale(1.08)" fill={colours[0]} />
      </g>
      {open === 'full' && <path d="M86 46q14 9 28 0l-4 7q-10 5-20 0Z" fill="#F4D77F" />}
    </svg>
  )
}

const small = 'M0 0C-5.6-5-6-12.8 0-20 6-12.8 5.6-5 0 0Z'

export function FullMeterIllustration() {
  return (
    <svg width="30" height="18.6" viewBox="-23 -21.5 46 28.5" aria-hidden="true">
      {[-74, 74, -37, 37, 0].map(turn => (
        <path
          key={turn}
          d={small}
          transform={`rotate(${turn}) translate(0 -1.5)`}
          fill="var(--leaf)"
          stroke="var(--surface)"
          strokeWidth="1.2"
        />
      ))}
    </svg>
  )
}

export function Moon() {
  return (
    <svg className="moon" width="76" height="76" viewBox="0 0 76 76" aria-hidden="true">
      <path d="M44 8a30 30 0 1 0 24 42A25 25 0 0 1 44 8Z" fill="#E9C46A" />
    </svg>
  )
}

export function Bud({ tone }: { tone: 'bot' | 'person' | 'unsure' | 'still' }) {
  return <i className={`bud bud-${tone}`} aria-hidden="true" />
}
