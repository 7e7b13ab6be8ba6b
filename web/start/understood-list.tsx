import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Understood, valuesOf } from './use-facts.ts'

const maxLines = 40

type UnderstoodProps = {
  understood: Understood
  unread: string[]
  more: boolean
}

export function UnderstoodList({ understood, unread, more }: UnderstoodProps) {
  const texts = useTexts(startTexts)
  const { priced, hours, places, rules } = understood
  const groups = [
    { name: fill(texts.priced, { count: priced.length }), facts: priced, values: false },
    { name: texts.hours, facts: hours, values: true },
    { name: texts.places, facts: places, values: true },
    { name: fill(texts.rules, { count: rules.length }), facts: rules, values: false },
  ].filter(group => group.facts.length > 0)
  if (more && groups.length === 0 && unread.length === 0) return null
  return (
    <ul className="start-understood">
      {groups.map(({ name, facts, values }) => (
        <Group
          key={name}
          name={name}
          text={facts
            .slice(0, 3)
            .map(values ? valuesOf : nameOf)
            .join(', ')}
        >
          {facts.map(fact => `${fact.name}: ${valuesOf(fact)}`)}
        </Group>
      ))}
      {unread.length > 0 && (
        <Group name={fill(texts.unclear, { count: unread.length })} text={texts.unclearText} unclear>
          {unread}
        </Group>
      )}
      {groups.length === 0 && unread.length === 0 && (
        <li className="start-unclear">
          <Icon name="circle-help" />
          <div>
            <b>{texts.nothing}</b>
            <p>{texts.nothingText}</p>
          </div>
        </li>
      )}
    </ul>
  )
}

const nameOf = (fact: Fact) => fact.name

function Group(props: { name: string; text: string; unclear?: boolean; children: string[] }) {
  const { name, text, unclear = false, children } = props
  const texts = useTexts(startTexts)
  return (
    <li className={unclear ? 'start-unclear' : undefined}>
      <Icon name={unclear ? 'circle-help' : 'check'} />
      <details>
        <summary>
          <span>
            <b>{name}</b>
            <span className="ell">{text}</span>
          </span>
          <span className="link start-show" data-open={texts.shown}>
            {texts.show}
          </span>
        </summary>
        <ul>
          {children.slice(0, maxLines).map((line, at) => (
            <li key={at + line}>{line}</li>
          ))}
          {children.length > maxLines && (
            <li className="muted">{fill(texts.andMore, { count: children.length - maxLines })}</li>
          )}
        </ul>
      </details>
    </li>
  )
}
