// Two files that attached-file.test.ts opens; each try at one ends as its button says.
import { createRoot } from 'react-dom/client'
import { widgetTexts } from '#shared/texts/chat/widget-texts.ts'
import { AttachedFile } from './attached-file.tsx'

const tries: { fail(): void; arrive(): void }[] = []
const onOpen = (id: string) =>
  new Promise<Blob>((resolve, reject) =>
    tries.push({ fail: () => reject(new Error(id)), arrive: () => resolve(new Blob(['%PDF'])) }),
  )
const attached = [
  { id: 'price', kind: 'file', name: 'price.pdf', size: 2048 },
  { id: 'photo', kind: 'image', name: 'photo.png', size: 2048 },
] as const

createRoot(document.querySelector('#root')!).render(
  <>
    {attached.map(one => (
      <section key={one.id} aria-label={one.name}>
        <AttachedFile attachment={one} texts={widgetTexts('en')} locale="en" onOpen={onOpen} />
      </section>
    ))}
    <button type="button" onClick={() => tries.shift()?.fail()}>
      Fail
    </button>
    <button type="button" onClick={() => tries.shift()?.arrive()}>
      Arrive
    </button>
  </>,
)
