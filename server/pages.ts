import type { Feature } from '#platform/feature.ts'

/** Serves the built web application and widget. */
export const pagesFeature: Feature = { name: 'pages' }
