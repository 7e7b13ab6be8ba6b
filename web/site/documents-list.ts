import { addresses } from '#shared/addresses.ts'
import { errorVariants } from '#shared/rules/website/error-variant.ts'
import { AboutPage } from './about.page.tsx'
import { ChatPage } from './chat.page.tsx'
import { ContactPage } from './contact.page.tsx'
import type { DocumentPage } from './document-page.ts'
import { ErrorDocument, NotFoundDocument } from './error.page.tsx'
import { FeaturesPage } from './features.page.tsx'
import { GuidePage } from './guide.page.tsx'
import { HomePage } from './home.page.tsx'
import { PrivacyPage, RefundPage, TermsPage } from './legal.page.tsx'
import { PaymentGuidePage } from './payment-guide.page.tsx'
import { PricingPage } from './pricing.page.tsx'
import { StatusPage } from './status.page.tsx'
import { offerFacts, questionFacts, siteFacts } from './frame/structured-data.ts'

type Entry = Pick<DocumentPage, 'name' | 'address' | 'title' | 'description' | 'Body'> & Partial<DocumentPage>

const entry = (page: Entry): DocumentPage => ({ listed: true, variants: [''], ...page })

/** Generates the HTML, the addresses in both languages, and the site map. */
export const documents: DocumentPage[] = [
  entry({
    name: 'home',
    address: addresses.home,
    title: 'homeTitle',
    description: 'homeDescription',
    facts: props => [...siteFacts(props), ...offerFacts(props), ...questionFacts(props)],
    Body: HomePage,
  }),
  entry({
    name: 'features',
    address: addresses.features,
    title: 'featuresTitle',
    description: 'featuresDescription',
    Body: FeaturesPage,
  }),
  entry({
    name: 'pricing',
    address: addresses.pricing,
    title: 'pricingTitle',
    description: 'pricingDescription',
    facts: props => [...offerFacts(props), ...questionFacts(props)],
    Body: PricingPage,
  }),
  entry({
    name: 'about',
    address: addresses.about,
    title: 'aboutTitle',
    description: 'aboutDescription',
    facts: siteFacts,
    Body: AboutPage,
  }),
  entry({
    name: 'contact',
    address: addresses.contact,
    title: 'contactTitle',
    description: 'contactDescription',
    variants: ['', 'sent', 'problem'],
    Body: ContactPage,
  }),
  entry({
    name: 'guide',
    address: addresses.guide,
    title: 'guideTitle',
    description: 'guideDescription',
    Body: GuidePage,
  }),
  entry({
    name: 'guide-to-payment',
    address: addresses.paymentGuide,
    title: 'paymentGuideTitle',
    description: 'paymentGuideDescription',
    Body: PaymentGuidePage,
  }),
  entry({
    name: 'terms',
    address: addresses.terms,
    title: 'termsTitle',
    description: 'termsDescription',
    Body: TermsPage,
  }),
  entry({
    name: 'privacy',
    address: addresses.privacy,
    title: 'privacyTitle',
    description: 'privacyDescription',
    Body: PrivacyPage,
  }),
  entry({
    name: 'refund',
    address: addresses.refund,
    title: 'refundTitle',
    description: 'refundDescription',
    Body: RefundPage,
  }),
  entry({
    name: 'chat-with-us',
    address: addresses.chat,
    title: 'chatTitle',
    description: 'chatDescription',
    Body: ChatPage,
  }),
  entry({
    name: 'status',
    address: addresses.status,
    title: 'statusTitle',
    description: 'statusDescription',
    Body: StatusPage,
  }),
  entry({
    name: 'error',
    address: addresses.error,
    title: 'errorTitle',
    description: 'errorDescription',
    listed: false,
    variants: [...errorVariants],
    Body: ErrorDocument,
  }),
  entry({
    name: 'not-found',
    address: '/404',
    title: 'notFoundTitle',
    description: 'notFoundDescription',
    listed: false,
    Body: NotFoundDocument,
  }),
]
