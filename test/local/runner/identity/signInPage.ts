const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A page without a script, on which a developer chooses the recipient to sign in as; there are no passwords here. */
export const signInPage = (parameters: ReadonlyMap<string, string>): string => {
  const hidden = [...parameters].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sign in on this machine</title>
<style>
body { max-width: 22rem; margin: 12vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
label { display: block; margin-block: 1rem }
input, button { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit }
</style>
<main>
<h1>Sign in</h1>
<p>The issuer of this machine asks for no password.</p>
<form>
${hidden.join('\n')}
<label>Recipient <input name="recipient" value="${escaped(parameters.get('login_hint') ?? 'demo')}" required autofocus></label>
<label>Groups <input name="groups" placeholder="none"></label>
<button>Sign in</button>
</form>
</main>
</html>
`
}
