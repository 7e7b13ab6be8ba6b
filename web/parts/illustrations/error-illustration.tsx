export function ErrorIllustration() {
  return (
    <svg className="sleeping-bud" viewBox="0 0 420 210" fill="none" aria-hidden="true">
      <g stroke="var(--leaf-line)" strokeWidth="2">
        <path d="M14 150c32-9 64-9 96 0s64 9 96 0 64-9 96 0 64 9 104 0" />
        <path d="M60 172c28-8 56-8 84 0s56 8 84 0 56-8 84 0 40 6 58 3" />
        <path d="M96 194c24-6 48-6 72 0s48 6 72 0 48-6 72 0" />
      </g>
      <path d="M210 150C214 116 206 92 206 74" stroke="var(--leaf)" strokeWidth="3" strokeLinecap="round" />
      <g transform="translate(206 80)" stroke="var(--canvas)" strokeWidth="1.8" strokeLinejoin="round">
        <path d="M-3 2c-19-10-25-36-14-62 10 9 16 19 18 33Z" fill="var(--mark-side, #C23A6A)" />
        <path d="M3 2c19-10 25-36 14-62-10 9-16 19-18 33Z" fill="var(--mark-side, #C23A6A)" />
        <path d="M0 3c-15-14-16-44 0-70 16 26 15 56 0 70Z" fill="var(--mark-heart, #DE6A93)" />
      </g>
      <ellipse cx="300" cy="146" rx="66" ry="15" fill="var(--leaf)" />
      <path d="M298 147l70-9v5Z" fill="var(--canvas)" />
      <path
        d="M300 146h-58M300 146l-42 9M300 146l-20 13M300 146l18 13M300 146l44 8M300 146l-40-10"
        stroke="var(--canvas)"
        strokeOpacity=".35"
        strokeWidth="1.5"
      />
      <ellipse cx="118" cy="152" rx="46" ry="10" fill="var(--leaf)" opacity=".75" />
      <path d="M119 152l-50 5v4Z" fill="var(--canvas)" />
      <circle cx="352" cy="44" r="17" fill="var(--stamen)" />
      <circle cx="345" cy="39" r="15" fill="var(--canvas)" />
    </svg>
  )
}
