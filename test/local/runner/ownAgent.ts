/** The `User-Agent` of requests that the project's panels and commands send by themselves: reports of a run set them apart. */
export const ownAgent = 'serve-assembly'
