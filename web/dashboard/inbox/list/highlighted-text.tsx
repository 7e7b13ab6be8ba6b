import { findWanted, type Wanted } from '#shared/rules/text/search-words.ts'

export function HighlightedText({ text, wanted }: { text: string; wanted: Wanted | undefined }) {
  const places = wanted && wanted.words.length > 0 ? findWanted(text, wanted) : []
  if (places.length === 0) return text
  return (
    <>
      {places.map(({ start, end }, at) => (
        <span key={start}>
          {text.slice(places[at - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </>
  )
}
