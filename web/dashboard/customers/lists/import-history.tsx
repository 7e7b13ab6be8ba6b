import { type CustomerListsTexts, customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { isAtWork, type ListImport } from './read-imports.ts'

export function ImportHistory({
  imports,
  chosen,
  onChoose,
}: {
  imports: ListImport[]
  chosen: string | undefined
  onChoose(id: string): void
}) {
  const texts = useTexts(customerListsTexts)
  const times = useTimes()
  const others = imports.filter(one => one.id !== chosen)
  return (
    <section className="panel" aria-label={texts.history}>
      <header className="panel-head">
        <h2>{texts.history}</h2>
      </header>
      {others.length === 0 ? (
        <p className="panel-body soft">{texts.noHistory}</p>
      ) : (
        <ul className="list-history">
          {others.map(one => (
            <li key={one.id}>
              <button type="button" onClick={() => onChoose(one.id)}>
                <span className="fill ell">{one.file_name}</span>
                <span className="soft num">{stateOf(one, texts)}</span>
                <span className="soft num">{times.date(one.created_at)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function stateOf(list: ListImport, texts: CustomerListsTexts): string {
  if (isAtWork(list)) return texts.stateWorking
  if (list.status === 'done') return fill(texts.stateDone, { count: list.report.good ?? 0 })
  if (list.status === 'undone') return texts.stateUndone
  return list.status === 'failed' ? texts.stateFailed : texts.stateRead
}
