const names = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }

export type ChannelKind = keyof typeof names

/** The shape identifies the channel; the colour only repeats it. */
export function ChannelIcon({
  kind,
  size = 20,
  hidden = false,
}: {
  kind: ChannelKind
  size?: number
  hidden?: boolean
}) {
  const forReaders = hidden ? { 'aria-hidden': true } : { role: 'img', 'aria-label': names[kind] }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...forReaders}
    >
      {kind === 'facebook' && (
        <>
          <path
            fill="var(--messenger)"
            d="M10 1.5C5.2 1.5 1.5 4.9 1.5 9.4c0 2.5 1.2 4.6 3 6v3.1l2.8-1.6c.9.2 1.8.4 2.7.4 4.8 0 8.5-3.4 8.5-7.9S14.8 1.5 10 1.5Z"
          />
          <path d="m5.4 11.3 2.9-3 3.2 2.2 3.1-2.9" stroke="var(--glyph, #fff)" strokeWidth="1.7" />
        </>
      )}
      {kind === 'zalo' && (
        <>
          <path
            fill="var(--zalo)"
            d="M6.5 1.5h7a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H5.3L2 18.9c-.4.2-.8-.2-.6-.6l.8-2.6a5 5 0 0 1-.7-2.6V6.5a5 5 0 0 1 5-5Z"
          />
          <path d="M7 6.3h6l-6 6.8h6" stroke="var(--glyph, #fff)" strokeWidth="1.8" />
        </>
      )}
      {kind === 'website' && (
        <>
          <rect x="1.5" y="2.8" width="17" height="14.4" rx="3.2" fill="var(--web)" />
          <path d="M1.5 7.2h17M4.6 5h.01M7 5h.01" stroke="var(--glyph, #fff)" strokeWidth="1.4" />
          <path d="M6 11.9h8" stroke="var(--glyph, #fff)" strokeWidth="1.7" />
        </>
      )}
    </svg>
  )
}
