import { addressIn, addresses } from '#shared/addresses.ts'
import type { DocumentProps } from '#web/site/document-page.ts'
import { questions } from '#web/site/questions.ts'

const schema = 'https://schema.org'

export function siteFacts({ language }: DocumentProps): object[] {
  return [
    {
      '@context': schema,
      '@type': 'Organization',
      '@id': '{{address}}/#organization',
      name: '{{brand}}',
      url: '{{address}}',
      logo: '{{address}}/brand/sen-icon-512.png',
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        url: `{{address}}${addressIn(language, addresses.contact)}`,
        availableLanguage: ['vi', 'en'],
      },
    },
    {
      '@context': schema,
      '@type': 'WebSite',
      name: '{{brand}}',
      url: `{{address}}${addressIn(language, addresses.home)}`,
      inLanguage: language,
      publisher: { '@id': '{{address}}/#organization' },
    },
  ]
}

export function offerFacts({ language, t }: DocumentProps): object[] {
  const url = `{{address}}${addressIn(language, addresses.pricing)}`
  const offer = (name: string, price: string, priceCurrency: string) => ({
    '@type': 'Offer',
    name,
    price,
    priceCurrency,
    url,
    availability: `${schema}/InStock`,
  })
  const paid = (['hobby', 'pro'] as const).flatMap(plan =>
    (['month', 'year'] as const).flatMap(interval =>
      (['VND', 'USD'] as const).map(currency => {
        const name = plan === 'hobby' ? t.planHobby : t.planPro
        const period = interval === 'month' ? t.monthly : t.yearly
        return offer(`${name} · ${period}`, `{{amount.${plan}.${interval}.${currency}}}`, currency)
      }),
    ),
  )
  return [
    {
      '@context': schema,
      '@type': 'Product',
      name: '{{brand}}',
      description: t.homeDescription,
      image: `{{address}}/brand/preview-${language}.png`,
      brand: { '@type': 'Brand', name: '{{brand}}' },
      offers: [offer(t.planTrial, '0', 'VND'), ...paid],
    },
  ]
}

export function questionFacts({ t }: DocumentProps): object[] {
  return [
    {
      '@context': schema,
      '@type': 'FAQPage',
      mainEntity: questions.map(({ ask, answer }) => ({
        '@type': 'Question',
        name: t[ask],
        acceptedAnswer: { '@type': 'Answer', text: t[answer] },
      })),
    },
  ]
}
