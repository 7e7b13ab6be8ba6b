// The queries that query-state.test.ts answers: people as a panel's list, notes in one line, a card that may be gone, and two at once.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#web/data/api.ts'
import { LanguageProvider } from '#web/data/language.tsx'
import { languageKey } from '#web/data/stored-language.ts'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'
import { QueryState, together } from './query-state.tsx'
import { Skeleton } from './skeleton.tsx'
import '../styles/tokens.css'
import '../styles/reset.css'
import '../styles/base.css'
import '../styles/controls.css'
import '../styles/pieces.css'

localStorage.setItem(languageKey, 'en')
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

function useList<Data>(name: string) {
  return useQuery({
    queryKey: [name],
    async queryFn(): Promise<Data> {
      const answer = await fetch(`/api/${name}`)
      if (!answer.ok) throw new ApiError(`${name}.locked`, `The room of ${name} is locked.`, answer.status)
      return (await answer.json()) as Data
    },
  })
}

function Page() {
  const people = useList<string[]>('people')
  const notes = useList<string[]>('notes')
  return (
    <>
      <h1>Lists</h1>
      <output aria-label="People are">{people.status}</output>
      <section className="panel" aria-label="People">
        <QueryState
          query={people}
          failed="No people could be loaded."
          failedText="None is lost."
          loading="Loading people"
          rows={2}
          className="panel-body"
          empty={<EmptyState title="Nobody yet" />}
        >
          {names => <List names={names} />}
        </QueryState>
        <Button onClick={() => void people.refetch()}>Look again</Button>
      </section>
      <section aria-label="Notes">
        <QueryState query={notes} failed="No notes." brief loading="Loading notes">
          {names => <List names={names} />}
        </QueryState>
      </section>
      <section aria-label="Card">
        <QueryState
          query={useList<string | null>('card')}
          failed="No card."
          skeleton={
            <div role="status" aria-label="Loading the card">
              <Skeleton height={90} />
            </div>
          }
          empty={<p>The card is gone.</p>}
        >
          {name => <p>{name}</p>}
        </QueryState>
      </section>
      <section aria-label="Both">
        <QueryState query={together(people, notes)} failed="Not both." loading="Loading both">
          {([one, other]) => <p>{`${one.length} people, ${other.length} notes`}</p>}
        </QueryState>
      </section>
    </>
  )
}

function List({ names }: { names: string[] }) {
  return (
    <ul>
      {names.map(name => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={queries}>
    <LanguageProvider brand="Sen">
      <Page />
    </LanguageProvider>
  </QueryClientProvider>,
)
