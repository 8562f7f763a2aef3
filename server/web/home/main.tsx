import { render } from 'preact';
import { createKeep } from '../shared/kept-token.ts';
import { Agents, Developers } from './developers.tsx';
import { createDraft } from './draft.ts';
import { Made } from './made.tsx';
import { OpenSample } from './sample.tsx';
import { createTrial } from './trial.ts';
import { TryForm } from './try-form.tsx';
import { type Home, HomeContext } from './use-home.ts';

const keep = createKeep();
const draft = createDraft();
const home: Home = { draft, keep, trial: createTrial(draft, keep) };
keep.follow(window);

function Try() {
  const step = home.trial.step.value;
  return (
    <HomeContext.Provider value={home}>
      {step.at === 'made' ? <Made review={step.review} /> : <TryForm />}
    </HomeContext.Provider>
  );
}

const place = (id: string) => document.getElementById(id);
const trying = place('try');
if (trying !== null) {
  trying.replaceChildren();
  render(<Try />, trying);
}
const sample = place('sample');
if (sample !== null) render(<OpenSample />, sample);
const commands = place('commands');
if (commands !== null) {
  render(
    <HomeContext.Provider value={home}>
      <Agents />
      <Developers />
    </HomeContext.Provider>,
    commands,
  );
}
