const petal = 'M0 0C-5.6-5-6-12.8 0-20 6-12.8 5.6-5 0 0Z'
/** Drawn from the outside in, so that inner petals lie on top; `at` is the order in which they fill. */
const petals = [
  { turn: -74, at: 3 },
  { turn: 74, at: 4 },
  { turn: -37, at: 1 },
  { turn: 37, at: 2 },
  { turn: 0, at: 0 },
]

const colours = {
  leaf: { full: 'var(--leaf)', empty: 'var(--line)' },
  light: { full: '#7FD3B5', empty: 'rgb(255 255 255 / 0.22)' },
  words: { full: 'currentColor', empty: 'color-mix(in srgb, currentColor 30%, transparent)' },
}

/** `filled`: 0 to 5, or 'waiting'. `label`: omit beside text that says the same. */
export function PetalMeter({
  filled,
  width = 34,
  label,
  tone = 'leaf',
}: {
  filled: number | 'waiting'
  width?: number
  label?: string
  tone?: 'leaf' | 'light' | 'words'
}) {
  const { full, empty } = colours[tone]
  const forReaders = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      className={filled === 'waiting' ? 'bloom-waiting' : undefined}
      width={width}
      height={width * 0.62}
      viewBox="-23 -21.5 46 28.5"
      {...forReaders}
    >
      {petals.map(({ turn, at }) => (
        <path
          key={turn}
          className="bloom-petal"
          d={petal}
          transform={`rotate(${turn}) translate(0 -1.5)`}
          fill={filled === 'waiting' || at < filled ? full : empty}
          stroke="var(--bloom-ground, var(--surface))"
          strokeWidth="1.2"
          style={{ '--at': at }}
        />
      ))}
    </svg>
  )
}

/** For a share from 0 to 1: none only for nothing, five only for all. */
export function petalsForShare(share: number): number {
  if (share <= 0) return 0
  return share >= 1 ? 5 : Math.min(4, Math.max(1, Math.round(share * 5)))
}
