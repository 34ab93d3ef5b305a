/** Send code to be graded; {submission} on success, else {fault} with what to tell the learner. */
export async function submit(url, kind, code) {
  const body = new URLSearchParams({kind, code, key: newKey()});
  let answer;
  try {
    answer = await fetch(url, {method: "POST", body, headers: {Accept: "application/json"}});
  } catch {
    return {fault: "Not sent: the server does not answer. Your code is safe here; try again."};
  }
  const said = await answer.json().catch(() => null);
  if (answer.ok && said) return {submission: said};
  const error = said?.error;
  return {fault: error ? `Not sent: ${error.message} ${error.advice}` : `Not sent: the server answered ${answer.status}.`};
}

/** A key per press makes a repeated request the same submission. (randomUUID needs a secure context.) */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}
