/** From 24 px up. On leaf or dark it uses its light colours. */
export function BrandMark({ size = 28, onLeaf = false }: { size?: number; onLeaf?: boolean }) {
  const [side, heart, back, tail] = onLeaf
    ? ['#F08FB0', '#FFD9E4', '#C9628A', '#7FD3B5']
    : [
        'var(--mark-side, #C23A6A)',
        'var(--mark-heart, #DE6A93)',
        'var(--mark-back, #F3B6CA)',
        'var(--mark-tail, #0B6148)',
      ]
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        fill={back}
        d="M7.3 4.9c-.1-.5.4-.9.9-.7 2 .9 3.6 2 4.8 3.5-1.4 1.7-2.4 3.5-2.9 5.3-1.6-2.3-2.5-5.1-2.8-8.1ZM24.7 4.9c.1-.5-.4-.9-.9-.7-2 .9-3.6 2-4.8 3.5 1.4 1.7 2.4 3.5 2.9 5.3 1.6-2.3 2.5-5.1 2.8-8.1Z"
      />
      <path
        fill={side}
        d="M14.5 26.3C7.1 25.9 1.5 20.5 1.3 11.3c0-.5.4-.9.9-.9 2.7.2 5.1 1 7 2.5-.2 5.1 1.6 9.9 5.3 13.4ZM17.5 26.3c7.4-.4 13-5.8 13.2-15 0-.5-.4-.9-.9-.9-2.7.2-5.1 1-7 2.5.2 5.1-1.6 9.9-5.3 13.4Z"
      />
      <path
        fill={heart}
        d="M16 25.6c-3.5-2.7-5.5-6.6-5.5-11 0-4.4 1.9-8.7 4.8-12.3.4-.5 1-.5 1.4 0 2.9 3.6 4.8 7.9 4.8 12.3 0 4.4-2 8.3-5.5 11Z"
      />
      <path fill={tail} d="M6.6 23.9c.4 2.4-.3 4.4-2 6-.4.4-.1 1.1.4 1.1 3.9.1 7-.8 9.3-2.7-2.9-.5-5.5-2-7.7-4.4Z" />
    </svg>
  )
}
