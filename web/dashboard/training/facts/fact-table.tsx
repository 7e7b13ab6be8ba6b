import { useId } from 'react'
import { Link } from 'react-router'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { FactGroup } from './fact-groups.ts'
import { useFirstShown } from './use-first-shown.tsx'

/** Wider tables show each value with its column name, as lists do. */
const maxColumns = 5
const shownFirst = 40

export function FactTable({ group, title, onEdit }: { group: FactGroup; title: string; onEdit(fact: Fact): void }) {
  const texts = useTexts(factsTexts)
  const wide = group.heads.length > maxColumns || group.facts.every(({ values }) => values.length === 1)
  const { shown, more } = useFirstShown(group.facts, shownFirst)
  const id = useId()
  return (
    <div className="facts-table panel">
      <p className="facts-caption">
        <b id={id}>{group.title || title}</b>
        <Link className="facts-source" to={`/dashboard/training/${group.source_id}`}>
          <Icon name="file-text" size="sm" />
          {title}
        </Link>
      </p>
      <table data-wide={wide || undefined} aria-labelledby={id}>
        <thead className={wide ? 'unseen' : 'unseen-narrow'}>
          <tr>
            <th scope="col">{texts.name}</th>
            {wide ? (
              <th scope="col">{texts.value}</th>
            ) : (
              group.heads.map(head => (
                <th key={head} scope="col">
                  {head || texts.value}
                </th>
              ))
            )}
            <th scope="col">
              <span className="unseen">{fill(texts.edit, { name: '' }).trim()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((fact, at) => (
            <tr key={`${fact.subject} ${at}`}>
              <th scope="row">
                {fact.name}
                {fact.values.some(({ edit }) => edit) && (
                  <span className="facts-mine">
                    <Icon name="pencil" size="sm" />
                    {texts.edited}
                  </span>
                )}
              </th>
              {wide ? (
                <td>
                  {fact.values.map(({ head, value }, index) => (
                    <span key={index} className="facts-pair">
                      {head && <span className="muted">{head}: </span>}
                      {value}
                    </span>
                  ))}
                </td>
              ) : (
                group.heads.map(head => <Value key={head} fact={fact} head={head} />)
              )}
              <td className="facts-edit">
                <IconButton icon="pencil" label={fill(texts.edit, { name: fact.name })} onClick={() => onEdit(fact)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <div className="training-more">{more}</div>}
    </div>
  )
}

function Value({ fact, head }: { fact: Fact; head: string }) {
  const texts = useTexts(factsTexts)
  const values = fact.values.filter(one => one.head === head)
  if (values.length === 0)
    return (
      <td className="facts-none">
        <span aria-hidden="true">–</span>
        <span className="unseen">{texts.none}</span>
      </td>
    )
  return (
    <td data-head={head} className={values[0]?.kind === 'words' ? undefined : 'num'}>
      {values.map(({ value }) => value).join(', ')}
    </td>
  )
}
