import { Bloom } from '#web/kit/bloom.tsx'

/** A whole page that waits for something; shows itself only when it takes longer than a moment. */
export function Waiting({ title, text }: { title: string; text?: string }) {
  return (
    <main
      className="appear-late grid min-h-dvh place-content-center justify-items-center gap-2 p-6 text-center"
      id="main"
      tabIndex={-1}
      role="status"
    >
      <Bloom filled="waiting" width={96} />
      <h1 className="voice mt-4 text-2xl">{title}</h1>
      {text && <p className="soft">{text}</p>}
    </main>
  )
}
