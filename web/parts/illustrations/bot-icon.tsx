/** The mark in one colour: whatever the bot did or is doing. Decoration beside words. */
export function BotIcon({ size = 14 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="var(--leaf-text)" aria-hidden="true">
      <path d="M14.5 26.3C7.1 25.9 1.5 20.5 1.3 11.3c0-.5.4-.9.9-.9 2.7.2 5.1 1 7 2.5-.2 5.1 1.6 9.9 5.3 13.4ZM17.5 26.3c7.4-.4 13-5.8 13.2-15 0-.5-.4-.9-.9-.9-2.7.2-5.1 1-7 2.5.2 5.1-1.6 9.9-5.3 13.4Z" />
      <path d="M16 25.6c-3.5-2.7-5.5-6.6-5.5-11 0-4.4 1.9-8.7 4.8-12.3.4-.5 1-.5 1.4 0 2.9 3.6 4.8 7.9 4.8 12.3 0 4.4-2 8.3-5.5 11Z" />
      <path d="M6.6 23.9c.4 2.4-.3 4.4-2 6-.4.4-.1 1.1.4 1.1 3.9.1 7-.8 9.3-2.7-2.9-.5-5.5-2-7.7-4.4Z" />
    </svg>
  )
}
