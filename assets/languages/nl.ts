<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="nl" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>&amp;Open …</source>
        <translation>&amp;Openen …</translation>
    </message>
    <message>
        <source>Open a scene</source>
        <translation>Een scène openen</translation>
    </message>
    <message>
        <source>&amp;Save image as …</source>
        <translation>&amp;Beeld opslaan als …</translation>
    </message>
    <message>
        <source>Save the picture as PNG, EXR …</source>
        <translation>Het beeld opslaan als PNG, EXR …</translation>
    </message>
    <message>
        <source>&amp;Copy image</source>
        <translation>Beeld &amp;kopiëren</translation>
    </message>
    <message>
        <source>Copy the picture to the clipboard</source>
        <translation>Het beeld naar het klembord kopiëren</translation>
    </message>
    <message>
        <source>Let scenes read files outside their folder</source>
        <translation>Scènes bestanden buiten hun map laten lezen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Afsluiten</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pauzeren</translation>
    </message>
    <message>
        <source>Pause or go on</source>
        <translation>Pauzeren of doorgaan</translation>
    </message>
    <message>
        <source>&amp;Restart</source>
        <translation>&amp;Opnieuw beginnen</translation>
    </message>
    <message>
        <source>Throw the samples away and start again</source>
        <translation>De samples weggooien en opnieuw beginnen</translation>
    </message>
    <message>
        <source>&amp;Switch CPU / GPU</source>
        <translation>&amp;Wisselen CPU / GPU</translation>
    </message>
    <message>
        <source>Go on with the other side</source>
        <translation>Verder met de andere kant</translation>
    </message>
    <message>
        <source>Allow software Vulkan (for testing)</source>
        <translation>Software-Vulkan toestaan (om te testen)</translation>
    </message>
    <message>
        <source>Brighter</source>
        <translation>Lichter</translation>
    </message>
    <message>
        <source>Half a stop more exposure</source>
        <translation>Een halve stop meer belichting</translation>
    </message>
    <message>
        <source>Darker</source>
        <translation>Donkerder</translation>
    </message>
    <message>
        <source>Half a stop less exposure</source>
        <translation>Een halve stop minder belichting</translation>
    </message>
    <message>
        <source>&amp;Frame all</source>
        <translation>&amp;Alles in beeld</translation>
    </message>
    <message>
        <source>Show the whole scene</source>
        <translation>De hele scène tonen</translation>
    </message>
    <message>
        <source>&amp;Reset view</source>
        <translation>Beeld &amp;herstellen</translation>
    </message>
    <message>
        <source>Back to the scene&apos;s own camera</source>
        <translation>Terug naar de eigen camera van de scène</translation>
    </message>
    <message>
        <source>F&amp;ly mode</source>
        <translation>&amp;Vliegen</translation>
    </message>
    <message>
        <source>W A S D Q E move, dragging looks around</source>
        <translation>W A S D Q E bewegen, slepen kijkt rond</translation>
    </message>
    <message>
        <source>From the front</source>
        <translation>Van voren</translation>
    </message>
    <message>
        <source>From the right</source>
        <translation>Van rechts</translation>
    </message>
    <message>
        <source>From above</source>
        <translation>Van boven</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>&amp;Presenteren</translation>
    </message>
    <message>
        <source>Present a talk: the one shown last, or ours</source>
        <translation>Een lezing presenteren: de laatst getoonde, of de onze</translation>
    </message>
    <message>
        <source>Present another &amp;talk …</source>
        <translation>Een andere &amp;lezing presenteren …</translation>
    </message>
    <message>
        <source>A talk from a file</source>
        <translation>Een lezing uit een bestand</translation>
    </message>
    <message>
        <source>Side &amp;panels</source>
        <translation>&amp;Panelen</translation>
    </message>
    <message>
        <source>Show or hide all panels</source>
        <translation>Alle panelen tonen of verbergen</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Volledig scherm</translation>
    </message>
    <message>
        <source>Only the picture and the panels</source>
        <translation>Alleen het beeld en de panelen</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Indeling herstellen</translation>
    </message>
    <message>
        <source>Panels back to their places</source>
        <translation>Panelen terug op hun plaats</translation>
    </message>
    <message>
        <source>&amp;Keyboard and mouse</source>
        <translation>&amp;Toetsen en muis</translation>
    </message>
    <message>
        <source>All shortcuts</source>
        <translation>Alle sneltoetsen</translation>
    </message>
    <message>
        <source>Show cache folder</source>
        <translation>Cachemap tonen</translation>
    </message>
    <message>
        <source>Compiled kernels and logs</source>
        <translation>Gecompileerde kernels en logboeken</translation>
    </message>
    <message>
        <source>&amp;About Raytracer</source>
        <translation>&amp;Over Raytracer</translation>
    </message>
    <message>
        <source>Left drag</source>
        <translation>Links slepen</translation>
    </message>
    <message>
        <source>Orbit</source>
        <translation>Draaien</translation>
    </message>
    <message>
        <source>Middle drag, Shift + left drag</source>
        <translation>Midden slepen, Shift + links slepen</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Verschuiven</translation>
    </message>
    <message>
        <source>Wheel, two-finger scroll, pinch</source>
        <translation>Wiel, twee vingers, knijpen</translation>
    </message>
    <message>
        <source>Dolly</source>
        <translation>Dichterbij of verder</translation>
    </message>
    <message>
        <source>Right drag</source>
        <translation>Rechts slepen</translation>
    </message>
    <message>
        <source>Look around; with W A S D Q E fly</source>
        <translation>Rondkijken; met W A S D Q E vliegen</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Pijltjestoetsen</translation>
    </message>
    <message>
        <source>Shift + arrow keys</source>
        <translation>Shift + pijltjestoetsen</translation>
    </message>
    <message>
        <source>+  −</source>
        <translation>+  −</translation>
    </message>
    <message>
        <source>Wheel in fly mode</source>
        <translation>Wiel tijdens het vliegen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Snelheid</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Leave fly mode or full screen</source>
        <translation>Vliegen of volledig scherm verlaten</translation>
    </message>
    <message>
        <source>Drop a file</source>
        <translation>Een bestand loslaten</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Het openen</translation>
    </message>
    <message>
        <source>Double-click a label</source>
        <translation>Dubbelklik op een naam</translation>
    </message>
    <message>
        <source>Back to its default</source>
        <translation>Terug naar de standaardwaarde</translation>
    </message>
    <message>
        <source> or </source>
        <translation> of </translation>
    </message>
    <message>
        <source>−{seconds} s</source>
        <translation>−{seconds} s</translation>
    </message>
    <message>
        <source>now</source>
        <translation>nu</translation>
    </message>
    <message>
        <source>Chart of samples per second</source>
        <translation>Grafiek van samples per seconde</translation>
    </message>
    <message>
        <source>Double-click: back to {default}</source>
        <translation>Dubbelklik: terug naar {default}</translation>
    </message>
    <message>
        <source>PNG, 8 bit, as shown</source>
        <translation>PNG, 8 bit, zoals getoond</translation>
    </message>
    <message>
        <source>JPEG, as shown</source>
        <translation>JPEG, zoals getoond</translation>
    </message>
    <message>
        <source>WebP, as shown</source>
        <translation>WebP, zoals getoond</translation>
    </message>
    <message>
        <source>TIFF, as shown</source>
        <translation>TIFF, zoals getoond</translation>
    </message>
    <message>
        <source>OpenEXR, linear</source>
        <translation>OpenEXR, lineair</translation>
    </message>
    <message>
        <source>Radiance HDR, linear</source>
        <translation>Radiance HDR, lineair</translation>
    </message>
    <message>
        <source>Present a talk</source>
        <translation>Een lezing presenteren</translation>
    </message>
    <message>
        <source>Talks (*.toml)</source>
        <translation>Lezingen (*.toml)</translation>
    </message>
    <message>
        <source>Save image</source>
        <translation>Beeld opslaan</translation>
    </message>
    <message>
        <source>All scenes and meshes</source>
        <translation>Alle scènes en modellen</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle bestanden</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Toetsen en muis</translation>
    </message>
    <message>
        <source>In the picture</source>
        <translation>In het beeld</translation>
    </message>
    <message>
        <source>About Raytracer</source>
        <translation>Over Raytracer</translation>
    </message>
    <message>
        <source>A path tracer that shows what a GPU is.</source>
        <translation>Een path tracer die laat zien wat een GPU is.</translation>
    </message>
    <message>
        <source>{name} is not installed</source>
        <translation>{name} is niet geïnstalleerd</translation>
    </message>
    <message>
        <source>Detach or attach this panel</source>
        <translation>Dit paneel losmaken of vastmaken</translation>
    </message>
    <message>
        <source>Close this panel</source>
        <translation>Dit paneel sluiten</translation>
    </message>
    <message>
        <source>There is no picture to save yet</source>
        <translation>Er is nog geen beeld om op te slaan</translation>
    </message>
    <message>
        <source>There is no picture to copy yet</source>
        <translation>Er is nog geen beeld om te kopiëren</translation>
    </message>
    <message>
        <source>Copied {width} × {height} pixels</source>
        <translation>{width} × {height} pixels gekopieerd</translation>
    </message>
    <message>
        <source>There is no software Vulkan driver on this computer</source>
        <translation>Deze computer heeft geen software-Vulkandriver</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Klaar</translation>
    </message>
    <message>
        <source>Getting ready: {done} of {total}</source>
        <translation>Voorbereiden: {done} van {total}</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Bestand</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bewerken</translation>
    </message>
    <message>
        <source>Render</source>
        <translation>Renderen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergelijken</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Camera</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Venster</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Help</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Donker</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Licht</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Zoals het systeem</translation>
    </message>
    <message>
        <source>&amp;Bundled scenes</source>
        <translation>&amp;Meegeleverde scènes</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Recent geopend</translation>
    </message>
    <message>
        <source>&amp;GPU backend</source>
        <translation>&amp;GPU-backend</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Thema</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Taal</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>Werkbalk</translation>
    </message>
    <message>
        <source>Scenes</source>
        <translation>Scènes</translation>
    </message>
    <message>
        <source>Scenes that ship with the program</source>
        <translation>Scènes die bij het programma horen</translation>
    </message>
    <message>
        <source>None found</source>
        <translation>Niets gevonden</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>Nog niets geopend</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>Deze lijst wissen</translation>
    </message>
    <message>
        <source>(software)</source>
        <translation>(software)</translation>
    </message>
    <message>
        <source>{language} from the next start on</source>
        <translation>{language} vanaf de volgende start</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fout</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Waarschuwing</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Opmerking</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Gereed</translation>
    </message>
    <message>
        <source>Fly</source>
        <translation>Vliegen</translation>
    </message>
    <message>
        <source>WASD move</source>
        <translation>WASD bewegen</translation>
    </message>
    <message>
        <source>Q E down, up</source>
        <translation>Q E omlaag, omhoog</translation>
    </message>
    <message>
        <source>drag to look</source>
        <translation>slepen om te kijken</translation>
    </message>
    <message>
        <source>wheel speed {speed}</source>
        <translation>wiel snelheid {speed}</translation>
    </message>
    <message>
        <source>Esc leaves</source>
        <translation>Esc stopt</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Dit bericht sluiten</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Doorvoer</translation>
    </message>
    <message>
        <source>What CPU and GPU do with the same work</source>
        <translation>Wat CPU en GPU met hetzelfde werk doen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Weergave</translation>
    </message>
    <message>
        <source>The picture only; samples are kept</source>
        <translation>Alleen het beeld; de samples blijven</translation>
    </message>
    <message>
        <source>Lens and place; changes restart the picture</source>
        <translation>Lens en plaats; wijzigingen beginnen het beeld opnieuw</translation>
    </message>
    <message>
        <source>The estimate; changes restart the picture</source>
        <translation>De schatting; wijzigingen beginnen het beeld opnieuw</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Scène</translation>
    </message>
    <message>
        <source>What the file holds, and what was not taken over</source>
        <translation>Wat er in het bestand staat, en wat niet is overgenomen</translation>
    </message>
    <message>
        <source>The cameras of the scene file</source>
        <translation>De camera&apos;s van het scènebestand</translation>
    </message>
    <message>
        <source>Field of view</source>
        <translation>Beeldhoek</translation>
    </message>
    <message>
        <source>Vertical angle</source>
        <translation>Verticale hoek</translation>
    </message>
    <message>
        <source>Aperture</source>
        <translation>Diafragma</translation>
    </message>
    <message>
        <source>pinhole</source>
        <translation>gaatje</translation>
    </message>
    <message>
        <source>Radius of the lens</source>
        <translation>Straal van de lens</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>Scherpte</translation>
    </message>
    <message>
        <source>Distance in focus</source>
        <translation>Afstand die scherp is</translation>
    </message>
    <message>
        <source>Focus on the point of orbit</source>
        <translation>Scherp op het draaipunt</translation>
    </message>
    <message>
        <source>Frame all</source>
        <translation>Alles in beeld</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>Beeld herstellen</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Plaats</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Doel</translation>
    </message>
    <message>
        <source>Neutral</source>
        <translation>Neutraal</translation>
    </message>
    <message>
        <source>Filmic</source>
        <translation>Filmisch</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standaard</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Ruw</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichting</translation>
    </message>
    <message>
        <source>One step doubles the brightness</source>
        <translation>Eén stap verdubbelt de helderheid</translation>
    </message>
    <message>
        <source>How scene brightness becomes display brightness</source>
        <translation>Hoe helderheid in de scène helderheid op het scherm wordt</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>Blok</translation>
    </message>
    <message>
        <source>Tent</source>
        <translation>Tent</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>Gauss</translation>
    </message>
    <message>
        <source>Blackman-Harris</source>
        <translation>Blackman-Harris</translation>
    </message>
    <message>
        <source>Path length</source>
        <translation>Padlengte</translation>
    </message>
    <message>
        <source>Sample limit</source>
        <translation>Samplegrens</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwaarde</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter width</source>
        <translation>Filterbreedte</translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation>Begrenzing</translation>
    </message>
    <message>
        <source>off</source>
        <translation>uit</translation>
    </message>
    <message>
        <source>No scene is open</source>
        <translation>Er is geen scène geopend</translation>
    </message>
    <message>
        <source>Everything in the file was taken over</source>
        <translation>Alles uit het bestand is overgenomen</translation>
    </message>
    <message>
        <source>1 note about this file</source>
        <translation>1 opmerking over dit bestand</translation>
    </message>
    <message>
        <source>{count} notes about this file</source>
        <translation>{count} opmerkingen over dit bestand</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leeg</translation>
    </message>
    <message>
        <source>none</source>
        <translation>geen</translation>
    </message>
    <message>
        <source>Triangles</source>
        <translation>Driehoeken</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>Objecten</translation>
    </message>
    <message>
        <source>Materials</source>
        <translation>Materialen</translation>
    </message>
    <message>
        <source>{count}, {emitting} emitting</source>
        <translation>{count}, waarvan {emitting} lichtgevend</translation>
    </message>
    <message>
        <source>Lights</source>
        <translation>Lampen</translation>
    </message>
    <message>
        <source>Sky</source>
        <translation>Hemel</translation>
    </message>
    <message>
        <source>Fog</source>
        <translation>Mist</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Grootte</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>{memory} on the device</source>
        <translation>{memory} op het apparaat</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>onbekend</translation>
    </message>
    <message>
        <source>Loaded in</source>
        <translation>Geladen in</translation>
    </message>
    <message>
        <source>{seconds}, BVH {bvh}</source>
        <translation>{seconds}, BVH {bvh}</translation>
    </message>
    <message>
        <source>Throughput gap</source>
        <translation>Verschil in doorvoer</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>samples/s</translation>
    </message>
    <message>
        <source>rays/s</source>
        <translation>stralen/s</translation>
    </message>
    <message>
        <source>{side} samples per second</source>
        <translation>{side}: samples per seconde</translation>
    </message>
    <message>
        <source>{side} rays per second</source>
        <translation>{side}: stralen per seconde</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithmic axis: both sides stay readable however large the gap</source>
        <translation>Logaritmische as: beide kanten blijven leesbaar, hoe groot het verschil ook is</translation>
    </message>
    <message>
        <source>Samples/s, last minute</source>
        <translation>Samples/s, laatste minuut</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>niet beschikbaar</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 thread</translation>
    </message>
    <message>
        <source>{count} threads</source>
        <translation>{count} threads</translation>
    </message>
    <message>
        <source>software</source>
        <translation>software</translation>
    </message>
    <message>
        <source>compile {seconds}</source>
        <translation>compileren {seconds}</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>niet gemeten</translation>
    </message>
    <message>
        <source>running</source>
        <translation>loopt</translation>
    </message>
    <message>
        <source>measured {ago}</source>
        <translation>gemeten {ago}</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>meten …</translation>
    </message>
    <message>
        <source>Switch to {side} to measure it on this picture</source>
        <translation>Wissel naar {side} om het op dit beeld te meten</translation>
    </message>
    <message>
        <source>{count} CPU threads</source>
        <translation>{count} CPU-threads</translation>
    </message>
    <message>
        <source>one CPU thread</source>
        <translation>één CPU-thread</translation>
    </message>
    <message>
        <source>{name} over {against}</source>
        <translation>{name} tegenover {against}</translation>
    </message>
    <message>
        <source>in samples/s</source>
        <translation>in samples/s</translation>
    </message>
    <message>
        <source>the views differ</source>
        <translation>de camera&apos;s verschillen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Voortgang</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>deze computer</translation>
    </message>
    <message>
        <source>software, runs on the CPU: {device}</source>
        <translation>software, draait op de CPU: {device}</translation>
    </message>
    <message>
        <source>Software {backend}</source>
        <translation>Software-{backend}</translation>
    </message>
    <message>
        <source>looking for a GPU …</source>
        <translation>zoekt een GPU …</translation>
    </message>
    <message>
        <source>{backend} offers only {device}, a software driver</source>
        <translation>{backend} biedt alleen {device}, een softwaredriver</translation>
    </message>
    <message>
        <source>no GPU backend was found</source>
        <translation>er is geen GPU-backend gevonden</translation>
    </message>
    <message>
        <source>Samples done</source>
        <translation>Samples gedaan</translation>
    </message>
    <message>
        <source>Samples per pixel, and the limit</source>
        <translation>Samples per pixel, en de grens</translation>
    </message>
    <message>
        <source>Rendering time of this picture</source>
        <translation>Rekentijd van dit beeld</translation>
    </message>
    <message>
        <source>Resolution of the picture in pixels</source>
        <translation>Resolutie van het beeld in pixels</translation>
    </message>
    <message>
        <source>Samples that were not finite numbers and were left out</source>
        <translation>Samples die geen eindig getal waren en zijn weggelaten</translation>
    </message>
    <message>
        <source>Stopped: {reason}</source>
        <translation>Gestopt: {reason}</translation>
    </message>
    <message>
        <source>the renderer failed</source>
        <translation>de renderer is uitgevallen</translation>
    </message>
    <message>
        <source>No scene</source>
        <translation>Geen scène</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Gepauzeerd</translation>
    </message>
    <message>
        <source>Rendering</source>
        <translation>Rendert</translation>
    </message>
    <message>
        <source>{count} not finite</source>
        <translation>{count} niet eindig</translation>
    </message>
    <message>
        <source>No GPU to switch to: {reason}</source>
        <translation>Geen GPU om naar te wisselen: {reason}</translation>
    </message>
    <message>
        <source>{what}. It starts again; the scene is kept.</source>
        <translation>{what}. Hij start opnieuw; de scène blijft.</translation>
    </message>
    <message>
        <source>{error} Going on with the CPU.</source>
        <translation>{error} Verder met de CPU.</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Opnieuw starten</translation>
    </message>
    <message>
        <source>Render with {side}</source>
        <translation>Renderen met {side}</translation>
    </message>
    <message>
        <source>{side} is not available</source>
        <translation>{side} is niet beschikbaar</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Volgende stap</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Vorige stap</translation>
    </message>
    <message>
        <source>Jump to that step</source>
        <translation>Naar die stap springen</translation>
    </message>
    <message>
        <source>First, last step</source>
        <translation>Eerste, laatste stap</translation>
    </message>
    <message>
        <source>This step again, as it was meant</source>
        <translation>Deze stap opnieuw, zoals bedoeld</translation>
    </message>
    <message>
        <source>Blank the screen, and back</source>
        <translation>Scherm zwart, en terug</translation>
    </message>
    <message>
        <source>The talk&apos;s next language</source>
        <translation>De volgende taal van de lezing</translation>
    </message>
    <message>
        <source>Show or hide the speaker&apos;s notes</source>
        <translation>De notities van de spreker tonen of verbergen</translation>
    </message>
    <message>
        <source>End the talk</source>
        <translation>De lezing beëindigen</translation>
    </message>
    <message>
        <source>Speaker&apos;s notes</source>
        <translation>Notities van de spreker</translation>
    </message>
    <message>
        <source>Steps of the talk</source>
        <translation>Stappen van de lezing</translation>
    </message>
    <message>
        <source>Restart clock</source>
        <translation>Klok op nul</translation>
    </message>
    <message>
        <source>The talk begins now</source>
        <translation>De lezing begint nu</translation>
    </message>
    <message>
        <source>(without a title)</source>
        <translation>(zonder titel)</translation>
    </message>
    <message>
        <source>Next: {title}</source>
        <translation>Hierna: {title}</translation>
    </message>
    <message>
        <source>This is the last step</source>
        <translation>Dit is de laatste stap</translation>
    </message>
    <message>
        <source>The screen is blank</source>
        <translation>Het scherm is zwart</translation>
    </message>
    <message>
        <source>Cannot be shown: {names}</source>
        <translation>Kan niet worden getoond: {names}</translation>
    </message>
    <message>
        <source>Ready: every scene is loaded and compiled</source>
        <translation>Klaar: elke scène is geladen en gecompileerd</translation>
    </message>
    <message>
        <source>of {minutes:g} min</source>
        <translation>van {minutes:g} min</translation>
    </message>
    <message>
        <source>There is no panel {name!r}</source>
        <translation>Er is geen paneel {name!r}</translation>
    </message>
    <message>
        <source>Viewport</source>
        <translation>Beeldvenster</translation>
    </message>
    <message>
        <source>The picture. Arrow keys orbit, with shift they pan, plus and minus dolly.</source>
        <translation>Het beeld. Pijltjes draaien, met shift verschuiven ze, plus en min gaan dichterbij of verder weg.</translation>
    </message>
    <message>
        <source>{file}: 1 thing not taken over as written</source>
        <translation>{file}: 1 ding niet overgenomen zoals het er staat</translation>
    </message>
    <message>
        <source>{file}: {count} things not taken over as written</source>
        <translation>{file}: {count} dingen niet overgenomen zoals ze er staan</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Tonen</translation>
    </message>
    <message>
        <source>Saved {name}</source>
        <translation>{name} opgeslagen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Map tonen</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Doorgaan</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Doorgaan</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pauzeren</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>{name} openen</translation>
    </message>
    <message>
        <source>Only files on this computer can be opened</source>
        <translation>Alleen bestanden op deze computer kunnen worden geopend</translation>
    </message>
    <message>
        <source>{address} is not on this computer; save it first</source>
        <translation>{address} staat niet op deze computer; sla het eerst op</translation>
    </message>
    <message>
        <source>starting the {backend} renderer</source>
        <translation>de {backend}-renderer start</translation>
    </message>
    <message>
        <source>reading {name}</source>
        <translation>{name} wordt gelezen</translation>
    </message>
    <message>
        <source>compiling {what}</source>
        <translation>{what} wordt gecompileerd</translation>
    </message>
    <message>
        <source>first samples</source>
        <translation>eerste samples</translation>
    </message>
    <message>
        <source>restarting the {backend} renderer</source>
        <translation>de {backend}-renderer start opnieuw</translation>
    </message>
    <message>
        <source>0 dielectric, 1 metal</source>
        <translation>0 diëlektricum, 1 metaal</translation>
    </message>
    <message>
        <source>1 for Beckmann&apos;s distribution, Mitsuba&apos;s default, which falls off faster than GGX</source>
        <translation>1 voor de verdeling van Beckmann, de standaard van Mitsuba, die sneller afneemt dan GGX</translation>
    </message>
    <message>
        <source>1 for Beckmann&apos;s distribution, Mitsuba&apos;s default, which falls off faster than GGX; not compensated</source>
        <translation>1 voor de verdeling van Beckmann, de standaard van Mitsuba, die sneller afneemt dan GGX; niet gecompenseerd</translation>
    </message>
    <message>
        <source>1 for a wall without volume, which does not bend light; 0 for a closed solid body</source>
        <translation>1 voor een wand zonder volume, die licht niet buigt; 0 voor een gesloten, massief lichaam</translation>
    </message>
    <message>
        <source>1 gives back the light that bounces between facets, which Mitsuba&apos;s metals lose</source>
        <translation>1 geeft het licht terug dat tussen facetten kaatst en dat de metalen van Mitsuba verliezen</translation>
    </message>
    <message>
        <source>A latitude-longitude picture, as it is.</source>
        <translation>Een beeld in lengte en breedte, zoals het is.</translation>
    </message>
    <message>
        <source>A picture, as it is.</source>
        <translation>Een beeld, zoals het is.</translation>
    </message>
    <message>
        <source>A soft sky: zenith above, horizon around, ground below.</source>
        <translation>Een zachte hemel: zenit boven, horizon rondom, grond beneden.</translation>
    </message>
    <message>
        <source>A window pane too thin to shift what is seen through it: reflects a little, lets the rest straight through.</source>
        <translation>Een ruit die te dun is om te verschuiven wat erachter ligt: spiegelt een beetje, laat de rest rechtdoor.</translation>
    </message>
    <message>
        <source>ACES: the film look of the Academy&apos;s reference transform in Stephen Hill&apos;s fit; strong contrast, fades to white.</source>
        <translation>ACES: de filmlook van de referentie van de Academy in de benadering van Stephen Hill; sterk contrast, vervaagt naar wit.</translation>
    </message>
    <message>
        <source>Absorption coefficient</source>
        <translation>Absorptiecoëfficiënt</translation>
    </message>
    <message>
        <source>AgX: a film-like curve over 16.5 stops; bright saturated colours fade towards white instead of clipping. Base look.</source>
        <translation>AgX: een filmachtige kromme over 16,5 stops; felle, verzadigde kleuren vervagen naar wit in plaats van dicht te lopen. Basislook.</translation>
    </message>
    <message>
        <source>Between the angles: glTF&apos;s squared ramp in the cosine, or Mitsuba&apos;s linear ramp in the angle</source>
        <translation>Tussen de hoeken: het kwadratische verloop van glTF in de cosinus, of het lineaire verloop van Mitsuba in de hoek</translation>
    </message>
    <message>
        <source>Colour of the dielectric&apos;s reflection at normal incidence; the reflection itself is kept below 1</source>
        <translation>Kleur van de spiegeling van het diëlektricum bij loodrechte inval; de spiegeling zelf blijft onder 1</translation>
    </message>
    <message>
        <source>Counter-clockwise about the uv origin</source>
        <translation>Tegen de klok in om de uv-oorsprong</translation>
    </message>
    <message>
        <source>Coverage; light passes straight through the rest</source>
        <translation>Dekking; door de rest gaat licht rechtdoor</translation>
    </message>
    <message>
        <source>Direction of the picture&apos;s top</source>
        <translation>Richting van de bovenkant van het beeld</translation>
    </message>
    <message>
        <source>Distance of the plane in focus along the view axis; unset: the target</source>
        <translation>Afstand van het scherpe vlak langs de kijkas; leeg: het doel</translation>
    </message>
    <message>
        <source>Emitted radiance, W/(m2 sr)</source>
        <translation>Uitgestraalde radiantie, W/(m2 sr)</translation>
    </message>
    <message>
        <source>Exposure compensation</source>
        <translation>Belichtingscorrectie</translation>
    </message>
    <message>
        <source>Factor on the coat&apos;s reflection</source>
        <translation>Factor op de spiegeling van de laklaag</translation>
    </message>
    <message>
        <source>Factor on the light let through</source>
        <translation>Factor op het doorgelaten licht</translation>
    </message>
    <message>
        <source>Factor on the radiance</source>
        <translation>Factor op de radiantie</translation>
    </message>
    <message>
        <source>Factor on the reflected light</source>
        <translation>Factor op het gespiegelde licht</translation>
    </message>
    <message>
        <source>Factor on the refracted light</source>
        <translation>Factor op het gebroken licht</translation>
    </message>
    <message>
        <source>Filmic: John Hable&apos;s curve from Uncharted 2, per channel; soft shoulder, slightly washed-out blacks and colours.</source>
        <translation>Filmisch: de kromme van John Hable uit Uncharted 2, per kanaal; zachte schouder, iets vale zwarten en kleuren.</translation>
    </message>
    <message>
        <source>Fog, smoke, milk, coloured glass: the same everywhere, with a Henyey-Greenstein phase function.</source>
        <translation>Mist, rook, melk, gekleurd glas: overal hetzelfde, met een fasefunctie van Henyey-Greenstein.</translation>
    </message>
    <message>
        <source>Fraction of the light that is reflected</source>
        <translation>Deel van het licht dat wordt teruggekaatst</translation>
    </message>
    <message>
        <source>Full intensity up to here</source>
        <translation>Tot hier volle sterkte</translation>
    </message>
    <message>
        <source>Full width of the filter (box: 1 is the pixel itself)</source>
        <translation>Volle breedte van het filter (blok: 1 is de pixel zelf)</translation>
    </message>
    <message>
        <source>Glass, water, diamond: reflects and refracts, clear or frosted. The body it encloses has the index ``ior``.</source>
        <translation>Glas, water, diamant: spiegelt en breekt, helder of mat. Het lichaam erbinnen heeft de brekingsindex ``ior``.</translation>
    </message>
    <message>
        <source>Height of the picture</source>
        <translation>Hoogte van het beeld</translation>
    </message>
    <message>
        <source>Height of the picture of an orthographic camera</source>
        <translation>Hoogte van het beeld van een orthografische camera</translation>
    </message>
    <message>
        <source>How depth is projected</source>
        <translation>Hoe diepte wordt geprojecteerd</translation>
    </message>
    <message>
        <source>Index of refraction inside over that outside: water 1.33, glass 1.5, diamond 2.42</source>
        <translation>Brekingsindex binnen gedeeld door die buiten: water 1,33, glas 1,5, diamant 2,42</translation>
    </message>
    <message>
        <source>Index of refraction of the coat</source>
        <translation>Brekingsindex van de laklaag</translation>
    </message>
    <message>
        <source>Index of refraction of the dielectric</source>
        <translation>Brekingsindex van het diëlektricum</translation>
    </message>
    <message>
        <source>Index of refraction of the pane</source>
        <translation>Brekingsindex van de ruit</translation>
    </message>
    <message>
        <source>Index of refraction, imaginary part; eta 0 and k 1 is a perfect mirror</source>
        <translation>Brekingsindex, imaginair deel; eta 0 en k 1 is een volmaakte spiegel</translation>
    </message>
    <message>
        <source>Index of refraction, real part; the default is copper</source>
        <translation>Brekingsindex, reëel deel; de standaard is koper</translation>
    </message>
    <message>
        <source>Latitude-longitude picture, linear, for skies that look one up</source>
        <translation>Beeld in lengte en breedte, lineair, voor hemels die er een gebruiken</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Niveau</translation>
    </message>
    <message>
        <source>Limit on one sample&apos;s radiance against fireflies; 0 is off, and unbiased</source>
        <translation>Grens aan de radiantie van één sample, tegen vuurvliegjes; 0 is uit, en zuiver</translation>
    </message>
    <message>
        <source>Longest path: 1 shows only what emits, 2 adds direct light, each further one another bounce</source>
        <translation>Langste pad: 1 toont alleen wat licht geeft, 2 voegt direct licht toe, elke volgende nog een weerkaatsing</translation>
    </message>
    <message>
        <source>Mask: covered where the opacity is at least this</source>
        <translation>Masker: gedekt waar de dekking minstens dit is</translation>
    </message>
    <message>
        <source>Matte: light leaves equally bright in all directions (Lambert).</source>
        <translation>Mat: licht vertrekt in alle richtingen even helder (Lambert).</translation>
    </message>
    <message>
        <source>Mean cosine g of the Henyey-Greenstein phase function; 0 is isotropic</source>
        <translation>Gemiddelde cosinus g van de fasefunctie van Henyey-Greenstein; 0 is isotroop</translation>
    </message>
    <message>
        <source>Mean cosine of scattering: 0 to all sides alike, near 1 forward, near -1 back</source>
        <translation>Gemiddelde cosinus van de verstrooiing: 0 naar alle kanten gelijk, bij 1 vooruit, bij -1 terug</translation>
    </message>
    <message>
        <source>Metal, from mirror to brushed: reflects only, with the colour of its complex index of refraction.</source>
        <translation>Metaal, van spiegel tot geborsteld: kaatst alleen terug, met de kleur van zijn complexe brekingsindex.</translation>
    </message>
    <message>
        <source>Multiply the shader&apos;s tint parameter by the mesh&apos;s vertex colours</source>
        <translation>De tint van de shader met de hoekpuntkleuren van het model vermenigvuldigen</translation>
    </message>
    <message>
        <source>Name of the file in shaders/skies</source>
        <translation>Naam van het bestand in shaders/skies</translation>
    </message>
    <message>
        <source>Name of the file in shaders/surfaces</source>
        <translation>Naam van het bestand in shaders/surfaces</translation>
    </message>
    <message>
        <source>Name of the file in shaders/textures</source>
        <translation>Naam van het bestand in shaders/textures</translation>
    </message>
    <message>
        <source>Name of the file in shaders/views</source>
        <translation>Naam van het bestand in shaders/views</translation>
    </message>
    <message>
        <source>Neutral: Khronos PBR Neutral; base colours under grey light come out true, only highlights are compressed.</source>
        <translation>Neutraal: Khronos PBR Neutral; basiskleuren onder grijs licht kloppen, alleen hoge lichten worden samengedrukt.</translation>
    </message>
    <message>
        <source>Nothing beyond</source>
        <translation>Hierbuiten niets</translation>
    </message>
    <message>
        <source>Nothing: light passes as if the surface were not there. The border of a medium, such as a cloud of fog.</source>
        <translation>Niets: licht gaat erdoor alsof het oppervlak er niet is. De rand van een medium, zoals een mistwolk.</translation>
    </message>
    <message>
        <source>On a surface facing the light</source>
        <translation>Op een vlak dat naar het licht kijkt</translation>
    </message>
    <message>
        <source>Parameters of that shader: numbers and colours</source>
        <translation>Parameters van die shader: getallen en kleuren</translation>
    </message>
    <message>
        <source>Part of the light entering the dielectric that passes on instead of being scattered by the base</source>
        <translation>Deel van het licht dat het diëlektricum ingaat en verdergaat in plaats van door de ondergrond te worden verstrooid</translation>
    </message>
    <message>
        <source>Paths longer than this may end by Russian roulette</source>
        <translation>Langere paden dan dit kunnen eindigen door Russische roulette</translation>
    </message>
    <message>
        <source>Pixel reconstruction filter</source>
        <translation>Reconstructiefilter van pixels</translation>
    </message>
    <message>
        <source>Pixels, for shaders that look one up</source>
        <translation>Pixels, voor shaders die er een opzoeken</translation>
    </message>
    <message>
        <source>Plastic, lacquer, glazed clay: a clear coat over a matte base.</source>
        <translation>Plastic, lak, geglazuurde klei: een heldere laag over een matte ondergrond.</translation>
    </message>
    <message>
        <source>Radiance of the sky</source>
        <translation>Radiantie van de hemel</translation>
    </message>
    <message>
        <source>Radiant intensity</source>
        <translation>Stralingssterkte</translation>
    </message>
    <message>
        <source>Radiant intensity on the axis</source>
        <translation>Stralingssterkte op de as</translation>
    </message>
    <message>
        <source>Radius of the thin lens; 0 is a pinhole, everything sharp</source>
        <translation>Straal van de dunne lens; 0 is een gaatje, alles scherp</translation>
    </message>
    <message>
        <source>Raw: linear values clipped to 0..1 and shown as they are, without a display&apos;s gamma. For reading numbers off.</source>
        <translation>Ruw: lineaire waarden, afgekapt tot 0..1 en getoond zoals ze zijn, zonder gamma. Om getallen af te lezen.</translation>
    </message>
    <message>
        <source>Reflectance of a metal at normal incidence, of the matte base, and tint of transmitted light</source>
        <translation>Reflectie van een metaal bij loodrechte inval, van de matte ondergrond, en tint van doorgelaten licht</translation>
    </message>
    <message>
        <source>Reflectance of the matte base</source>
        <translation>Reflectie van de matte ondergrond</translation>
    </message>
    <message>
        <source>Same seed, same picture</source>
        <translation>Zelfde startwaarde, zelfde beeld</translation>
    </message>
    <message>
        <source>Samples per pixel to stop at</source>
        <translation>Samples per pixel om bij te stoppen</translation>
    </message>
    <message>
        <source>Scattering coefficient</source>
        <translation>Verstrooiingscoëfficiënt</translation>
    </message>
    <message>
        <source>Show only light that bounced exactly so often, 0 is what shines itself; unset: all light</source>
        <translation>Alleen licht tonen dat precies zo vaak kaatste, 0 is wat zelf schijnt; leeg: al het licht</translation>
    </message>
    <message>
        <source>Show only these kinds of light: emitted, direct, indirect, refracted, scattered</source>
        <translation>Alleen deze soorten licht tonen: uitgestraald, direct, indirect, gebroken, verstrooid</translation>
    </message>
    <message>
        <source>Show the light of up to that many bounces instead of exactly so many</source>
        <translation>Het licht tonen van hoogstens zo veel weerkaatsingen in plaats van precies zo veel</translation>
    </message>
    <message>
        <source>Square root of the GGX width; 0 is a mirror</source>
        <translation>Wortel van de GGX-breedte; 0 is een spiegel</translation>
    </message>
    <message>
        <source>Squares at the origin</source>
        <translation>Vakken bij de oorsprong</translation>
    </message>
    <message>
        <source>Squares of two colours, two by two in the unit square of texture coordinates.</source>
        <translation>Vakken in twee kleuren, twee bij twee in het eenheidsvierkant van de textuurcoördinaten.</translation>
    </message>
    <message>
        <source>Standard: sRGB, clipped where the display ends. Faithful below white, harsh highlights.</source>
        <translation>Standaard: sRGB, afgekapt waar het scherm ophoudt. Getrouw onder wit, harde hoge lichten.</translation>
    </message>
    <message>
        <source>Straight down</source>
        <translation>Recht omlaag</translation>
    </message>
    <message>
        <source>Straight up</source>
        <translation>Recht omhoog</translation>
    </message>
    <message>
        <source>Strength of the dielectric&apos;s reflection</source>
        <translation>Sterkte van de spiegeling van het diëlektricum</translation>
    </message>
    <message>
        <source>Strength of the normal map</source>
        <translation>Sterkte van de normaalkaart</translation>
    </message>
    <message>
        <source>Tangent-space normal map, linear, +Y up (glTF)</source>
        <translation>Normaalkaart in raakruimte, lineair, +Y omhoog (glTF)</translation>
    </message>
    <message>
        <source>The material of glTF 2.0: plastic to metal, with transmission. Metals keep the light of repeated bounces.</source>
        <translation>Het materiaal van glTF 2.0: van plastic tot metaal, met doorlating. Metalen behouden het licht van herhaalde weerkaatsing.</translation>
    </message>
    <message>
        <source>The other squares</source>
        <translation>De andere vakken</translation>
    </message>
    <message>
        <source>The point it looks at; orbiting turns about it</source>
        <translation>Het punt waar hij naar kijkt; draaien gaat hieromheen</translation>
    </message>
    <message>
        <source>The same radiance from everywhere.</source>
        <translation>Overal vandaan dezelfde radiantie.</translation>
    </message>
    <message>
        <source>The way the light travels</source>
        <translation>De richting waarin het licht gaat</translation>
    </message>
    <message>
        <source>Turn about +Y</source>
        <translation>Draaiing om +Y</translation>
    </message>
    <message>
        <source>Vertical field of view</source>
        <translation>Verticale beeldhoek</translation>
    </message>
    <message>
        <source>What a colour or number takes from the texture</source>
        <translation>Wat een kleur of getal uit de textuur haalt</translation>
    </message>
    <message>
        <source>What fills a closed body of this material</source>
        <translation>Wat een gesloten lichaam van dit materiaal vult</translation>
    </message>
    <message>
        <source>Where the camera stands</source>
        <translation>Waar de camera staat</translation>
    </message>
    <message>
        <source>Whether the back reflects like the front; if not, the back is black</source>
        <translation>Of de achterkant kaatst zoals de voorkant; zo niet, dan is die zwart</translation>
    </message>
    <message>
        <source>Whether the camera sees it; it lights the scene either way</source>
        <translation>Of de camera hem ziet; hij verlicht de scène hoe dan ook</translation>
    </message>
    <message>
        <source>Which set of texture coordinates</source>
        <translation>Welke set textuurcoördinaten</translation>
    </message>
    <message>
        <source>Which side of the surface emits</source>
        <translation>Welke kant van het oppervlak licht geeft</translation>
    </message>
    <message>
        <source>Width of the GGX distribution (not glTF&apos;s roughness, which is its square root); 0 is a mirror</source>
        <translation>Breedte van de GGX-verdeling (niet de roughness van glTF, die is de wortel ervan); 0 is een spiegel</translation>
    </message>
    <message>
        <source>Width of the GGX distribution (not glTF&apos;s roughness, which is its square root); 0 is clear</source>
        <translation>Breedte van de GGX-verdeling (niet de roughness van glTF, die is de wortel ervan); 0 is helder</translation>
    </message>
    <message>
        <source>Width of the GGX distribution (not glTF&apos;s roughness, which is its square root); 0 is polished</source>
        <translation>Breedte van de GGX-verdeling (niet de roughness van glTF, die is de wortel ervan); 0 is gepolijst</translation>
    </message>
    <message>
        <source>Width of the picture</source>
        <translation>Breedte van het beeld</translation>
    </message>
    <message>
        <source>World space</source>
        <translation>Wereldruimte</translation>
    </message>
</context>
</TS>
