import { Icon } from '#web/kit/icons/icon.tsx'
import { AskBotLink } from './frame/ask-bot-link.tsx'
import type { DocumentProps } from './document-page.ts'
import { questions } from './questions.ts'

export function Questions(props: DocumentProps) {
  const { t } = props
  return (
    <section className="wide section faq">
      <div>
        <h2 className="headline">{t.faqTitle}</h2>
        <p className="lead">
          {t.faqLead}{' '}
          <AskBotLink {...props} className="link">
            {t.faqAsk}
          </AskBotLink>
          {t.faqAskMore}
        </p>
      </div>
      <div>
        {questions.map(({ ask, answer }, number) => (
          <details key={ask} open={number === 0}>
            <summary>
              <h3>{t[ask]}</h3>
              <Icon name="plus" size="lg" />
            </summary>
            <p>{t[answer]}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
