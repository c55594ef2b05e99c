/** A video of the stand-in. Of a deleted or private one, only its entries in playlists are left. */
export interface CatalogueVideo {
  readonly id: string
  readonly title: string
  readonly availability: 'public' | 'deleted' | 'private'
  readonly contentDetails: Readonly<Record<string, unknown>>
  readonly statistics: Readonly<Record<string, string>>
}

export interface CataloguePlaylist {
  readonly title: string
  readonly videos: readonly CatalogueVideo[]
}

const availabilityOf = (index: number): CatalogueVideo['availability'] => {
  if (index % 20 === 7) return 'deleted'
  return index % 30 === 11 ? 'private' : 'public'
}

/** The variety that real answers have: restrictions of both kinds, ratings with single and several values, hidden view counts. */
const detailsOf = (index: number) => ({
  duration: `PT${3 + (index % 5)}M${index % 60}S`,
  dimension: '2d',
  definition: 'hd',
  caption: 'false',
  licensedContent: index % 2 === 0,
  ...(index % 10 === 1 && { regionRestriction: { blocked: ['DE', 'FR'] } }),
  ...(index % 10 === 2 && { regionRestriction: { allowed: ['US'] } }),
  contentRating:
    index % 10 === 3 ? { ytRating: 'ytAgeRestricted', djctqRatingReasons: ['djctqViolence', 'djctqSexContent'] } : {},
  projection: 'rectangular',
})

const videoNumber = (index: number): CatalogueVideo => ({
  id: `demo${String(index).padStart(7, '0')}`,
  title: `Demo song ${index + 1} ♪`,
  availability: availabilityOf(index),
  contentDetails: detailsOf(index),
  statistics:
    index % 10 === 4 ? { likeCount: '1' } : { viewCount: String(1000 + index * 37), likeCount: String(index) },
})

export const videosOf = (count: number): readonly CatalogueVideo[] =>
  Array.from({ length: count }, (_, index) => videoNumber(index))

/** The playlists that anyone can read: six of the entries of `PLdemo` are deleted, four are private. */
export const publicPlaylists: Readonly<Record<string, CataloguePlaylist>> = {
  PLdemo: { title: 'Demo playlist', videos: videosOf(120) },
}
