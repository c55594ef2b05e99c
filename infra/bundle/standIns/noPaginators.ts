/** The store's own functions read on; a paginator has no deadline. */
export {}
