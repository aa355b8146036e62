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
        <source>&amp;Save</source>
        <translation>&amp;Opslaan</translation>
    </message>
    <message>
        <source>Save the scene</source>
        <translation>De scène opslaan</translation>
    </message>
    <message>
        <source>Save &amp;as …</source>
        <translation>Opslaan &amp;als …</translation>
    </message>
    <message>
        <source>Save the scene to another file</source>
        <translation>De scène in een ander bestand opslaan</translation>
    </message>
    <message>
        <source>Save &amp;image as …</source>
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
        <source>&amp;Undo</source>
        <translation>&amp;Ongedaan maken</translation>
    </message>
    <message>
        <source>Take the last change back</source>
        <translation>De laatste wijziging terugnemen</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>Op&amp;nieuw</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>De wijziging opnieuw doen</translation>
    </message>
    <message>
        <source>&amp;Add …</source>
        <translation>&amp;Toevoegen …</translation>
    </message>
    <message>
        <source>An object or a light, in front of the camera on what it looks at</source>
        <translation>Een voorwerp of een lamp, voor de camera op waar die naar kijkt</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Verwijderen</translation>
    </message>
    <message>
        <source>Delete what is selected</source>
        <translation>Verwijderen wat geselecteerd is</translation>
    </message>
    <message>
        <source>Du&amp;plicate</source>
        <translation>&amp;Dupliceren</translation>
    </message>
    <message>
        <source>A copy of what is selected</source>
        <translation>Een kopie van wat geselecteerd is</translation>
    </message>
    <message>
        <source>&amp;Hide or show</source>
        <translation>Verbergen of &amp;tonen</translation>
    </message>
    <message>
        <source>Hide the selected objects</source>
        <translation>De geselecteerde objecten verbergen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles selecteren</translation>
    </message>
    <message>
        <source>All visible objects</source>
        <translation>Alle zichtbare objecten</translation>
    </message>
    <message>
        <source>Select &amp;nothing</source>
        <translation>&amp;Niets selecteren</translation>
    </message>
    <message>
        <source>&amp;Move (G)</source>
        <translation>Ver&amp;plaatsen (G)</translation>
    </message>
    <message>
        <source>Handles to move what is selected</source>
        <translation>Grepen om de selectie te verplaatsen</translation>
    </message>
    <message>
        <source>R&amp;otate (R)</source>
        <translation>&amp;Draaien (R)</translation>
    </message>
    <message>
        <source>Handles to turn what is selected</source>
        <translation>Grepen om de selectie te draaien</translation>
    </message>
    <message>
        <source>&amp;Scale (S)</source>
        <translation>&amp;Schalen (S)</translation>
    </message>
    <message>
        <source>Handles to scale what is selected</source>
        <translation>Grepen om de selectie te schalen</translation>
    </message>
    <message>
        <source>&amp;Outliner and properties</source>
        <translation>&amp;Overzicht en eigenschappen</translation>
    </message>
    <message>
        <source>Show or hide the panels for editing the scene</source>
        <translation>De panelen om de scène te bewerken tonen of verbergen</translation>
    </message>
    <message>
        <source>Undo takes back &amp;camera moves</source>
        <translation>Ongedaan maken geldt ook voor de &amp;camera</translation>
    </message>
    <message>
        <source>Whether moving the camera counts as a change to undo</source>
        <translation>Of bewegen van de camera telt als wijziging</translation>
    </message>
    <message>
        <source>&amp;Preferences …</source>
        <translation>&amp;Voorkeuren …</translation>
    </message>
    <message>
        <source>Theme, language, navigation, devices, cache</source>
        <translation>Thema, taal, navigatie, apparaten, cache</translation>
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
        <source>&amp;Half resolution</source>
        <translation>&amp;Halve resolutie</translation>
    </message>
    <message>
        <source>A quarter of the pixels: four times as many samples for each</source>
        <translation>Een kwart van de pixels: vier keer zo veel samples voor elk</translation>
    </message>
    <message>
        <source>Re&amp;gion …</source>
        <translation>Re&amp;gio …</translation>
    </message>
    <message>
        <source>Draw the part of the picture that is refined; the rest stays as it is</source>
        <translation>Trek het deel van het beeld dat verfijnd wordt; de rest blijft zoals het is</translation>
    </message>
    <message>
        <source>Region around the &amp;selection</source>
        <translation>Regio om de &amp;selectie</translation>
    </message>
    <message>
        <source>Refine only where the selected objects are seen</source>
        <translation>Verfijn alleen waar de geselecteerde voorwerpen te zien zijn</translation>
    </message>
    <message>
        <source>&amp;Clear region</source>
        <translation>Regio &amp;wissen</translation>
    </message>
    <message>
        <source>Refine the whole picture again</source>
        <translation>Verfijn weer het hele beeld</translation>
    </message>
    <message>
        <source>&amp;Denoise</source>
        <translation>Ontruis&amp;en</translation>
    </message>
    <message>
        <source>Show the picture without noise, as Intel Open Image Denoise guesses it to be</source>
        <translation>Toon het beeld zonder ruis, zoals Intel Open Image Denoise het schat</translation>
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
        <source>Start or stop the &amp;race</source>
        <translation>De &amp;race starten of stoppen</translation>
    </message>
    <message>
        <source>Two contenders render the same picture side by side</source>
        <translation>Twee deelnemers renderen hetzelfde beeld naast elkaar</translation>
    </message>
    <message>
        <source>Race: next &amp;view</source>
        <translation>Race: volgende &amp;weergave</translation>
    </message>
    <message>
        <source>Left and right, above and below, difference</source>
        <translation>Links en rechts, boven en onder, verschil</translation>
    </message>
    <message>
        <source>&amp;Large figures</source>
        <translation>&amp;Grote cijfers</translation>
    </message>
    <message>
        <source>The gap in very large numerals over the picture</source>
        <translation>Het verschil in heel grote cijfers over het beeld</translation>
    </message>
    <message>
        <source>Race: &amp;swap sides</source>
        <translation>Race: &amp;kanten wisselen</translation>
    </message>
    <message>
        <source>Race: divider to the left or up</source>
        <translation>Race: scheidslijn naar links of omhoog</translation>
    </message>
    <message>
        <source>Race: divider to the right or down</source>
        <translation>Race: scheidslijn naar rechts of omlaag</translation>
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
        <source>Frame se&amp;lection</source>
        <translation>Se&amp;lectie in beeld</translation>
    </message>
    <message>
        <source>Show what is selected, or the whole scene</source>
        <translation>De selectie tonen, of de hele scène</translation>
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
        <source>&amp;Take a snapshot</source>
        <translation>&amp;Momentopname maken</translation>
    </message>
    <message>
        <source>Keep the picture aside, to compare with</source>
        <translation>Het beeld bewaren om mee te vergelijken</translation>
    </message>
    <message>
        <source>&amp;Flip snapshot and live picture</source>
        <translation>&amp;Wisselen tussen opname en levend beeld</translation>
    </message>
    <message>
        <source>Shows the snapshot instead of the live picture, and back</source>
        <translation>Toont de opname in plaats van het levende beeld, en terug</translation>
    </message>
    <message>
        <source>&amp;Whole picture</source>
        <translation>&amp;Hele beeld</translation>
    </message>
    <message>
        <source>Ends the zoom into the pixels</source>
        <translation>Beëindigt het inzoomen op pixels</translation>
    </message>
    <message>
        <source>From the front</source>
        <translation>Van voren</translation>
    </message>
    <message>
        <source>From behind</source>
        <translation>Van achteren</translation>
    </message>
    <message>
        <source>From the right</source>
        <translation>Van rechts</translation>
    </message>
    <message>
        <source>From the left</source>
        <translation>Van links</translation>
    </message>
    <message>
        <source>From above</source>
        <translation>Van boven</translation>
    </message>
    <message>
        <source>From below</source>
        <translation>Van onderen</translation>
    </message>
    <message>
        <source>&amp;Without perspective</source>
        <translation>&amp;Zonder perspectief</translation>
    </message>
    <message>
        <source>Parallel rays: what is far away is not smaller</source>
        <translation>Evenwijdige stralen: wat ver weg is, is niet kleiner</translation>
    </message>
    <message>
        <source>&amp;Level</source>
        <translation>&amp;Waterpas</translation>
    </message>
    <message>
        <source>Take the roll out of the view</source>
        <translation>De kanteling uit het beeld halen</translation>
    </message>
    <message>
        <source>Fo&amp;cus tool</source>
        <translation>S&amp;cherpstellen</translation>
    </message>
    <message>
        <source>Click what shall be sharp, drag for the aperture</source>
        <translation>Klik op wat scherp moet zijn, sleep voor het diafragma</translation>
    </message>
    <message>
        <source>Copy camera as te&amp;xt</source>
        <translation>Camera als te&amp;kst kopiëren</translation>
    </message>
    <message>
        <source>The lines that a scene file has for it</source>
        <translation>De regels die een scènebestand ervoor heeft</translation>
    </message>
    <message>
        <source>&amp;Paste camera</source>
        <translation>Camera &amp;plakken</translation>
    </message>
    <message>
        <source>Goes to a camera that was copied as text</source>
        <translation>Gaat naar een camera die als tekst is gekopieerd</translation>
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
        <source>&amp;Tour</source>
        <translation>&amp;Rondleiding</translation>
    </message>
    <message>
        <source>The four cards of the first start</source>
        <translation>De vier kaarten van de eerste start</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>&amp;Logboek tonen</translation>
    </message>
    <message>
        <source>What happened since the start</source>
        <translation>Wat er sinds de start gebeurde</translation>
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
        <source>Orbit</source>
        <translation>Draaien</translation>
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
        <source>Orbit about the point under the pointer</source>
        <translation>Draaien om het punt onder de aanwijzer</translation>
    </message>
    <message>
        <source>Dolly: up is nearer</source>
        <translation>Afstand: omhoog is dichterbij</translation>
    </message>
    <message>
        <source>Look around; with W A S D Q E fly</source>
        <translation>Rondkijken; met W A S D Q E vliegen</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>Kantelen</translation>
    </message>
    <message>
        <source>left drag</source>
        <translation>links slepen</translation>
    </message>
    <message>
        <source>middle drag</source>
        <translation>midden slepen</translation>
    </message>
    <message>
        <source>right drag</source>
        <translation>rechts slepen</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Shift</translation>
    </message>
    <message>
        <source>Like Blender</source>
        <translation>Zoals Blender</translation>
    </message>
    <message>
        <source>Like a CAD program</source>
        <translation>Zoals een CAD-programma</translation>
    </message>
    <message>
        <source>Like Maya</source>
        <translation>Zoals Maya</translation>
    </message>
    <message>
        <source>Dolly to what is under the pointer</source>
        <translation>Naar wat onder de aanwijzer ligt</translation>
    </message>
    <message>
        <source>Shift + two-finger scroll</source>
        <translation>Shift + twee vingers schuiven</translation>
    </message>
    <message>
        <source>Two fingers turning</source>
        <translation>Twee vingers draaien</translation>
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
        <source>Ctrl + left, right</source>
        <translation>Ctrl + links, rechts</translation>
    </message>
    <message>
        <source>Ctrl + up, down</source>
        <translation>Ctrl + omhoog, omlaag</translation>
    </message>
    <message>
        <source>Longer, shorter focal length</source>
        <translation>Langer, korter brandpunt</translation>
    </message>
    <message>
        <source>+  −</source>
        <translation>+  −</translation>
    </message>
    <message>
        <source>1 … 9</source>
        <translation>1 … 9</translation>
    </message>
    <message>
        <source>Go to a saved camera</source>
        <translation>Naar een bewaarde camera</translation>
    </message>
    <message>
        <source>Ctrl + 1 … 9</source>
        <translation>Ctrl + 1 … 9</translation>
    </message>
    <message>
        <source>Save the camera</source>
        <translation>De camera bewaren</translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation>Ctrl + wiel</translation>
    </message>
    <message>
        <source>Zoom into the pixels; middle drag moves</source>
        <translation>Inzoomen op de pixels; midden slepen verschuift</translation>
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
        <source>Click</source>
        <translation>Klik</translation>
    </message>
    <message>
        <source>Select; with Shift or Ctrl one more</source>
        <translation>Selecteren; met Shift of Ctrl erbij</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Dubbelklik</translation>
    </message>
    <message>
        <source>Properties of the object</source>
        <translation>Eigenschappen van het object</translation>
    </message>
    <message>
        <source>G  R  S</source>
        <translation>G  R  S</translation>
    </message>
    <message>
        <source>Move, rotate, scale what is selected</source>
        <translation>De selectie verplaatsen, draaien, schalen</translation>
    </message>
    <message>
        <source>Ctrl while dragging a handle</source>
        <translation>Ctrl tijdens het slepen van een greep</translation>
    </message>
    <message>
        <source>In steps</source>
        <translation>In stappen</translation>
    </message>
    <message>
        <source>Shift + drag with the sky selected</source>
        <translation>Shift + slepen met de hemel geselecteerd</translation>
    </message>
    <message>
        <source>Turn the sky; otherwise with Ctrl + Shift</source>
        <translation>De hemel draaien; anders met Ctrl + Shift</translation>
    </message>
    <message>
        <source>Drop a file</source>
        <translation>Een bestand loslaten</translation>
    </message>
    <message>
        <source>Open it; HDR and EXR become the sky</source>
        <translation>Openen; HDR en EXR worden de hemel</translation>
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
        <source>, </source>
        <translation>, </translation>
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
        <source>{seconds} s ago</source>
        <translation>{seconds} s geleden</translation>
    </message>
    <message>
        <source>camera moved</source>
        <translation>camera bewogen</translation>
    </message>
    <message>
        <source>settings changed</source>
        <translation>instellingen veranderd</translation>
    </message>
    <message>
        <source>scene opened</source>
        <translation>scène geopend</translation>
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
        <source>Save scene</source>
        <translation>Scène opslaan</translation>
    </message>
    <message>
        <source>Raytracer scene (*.toml)</source>
        <translation>Raytracer-scène (*.toml)</translation>
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
        <source>Search keys and gestures</source>
        <translation>Zoeken in toetsen en gebaren</translation>
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
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
    <message>
        <source>Copies versions and devices, for a bug report</source>
        <translation>Kopieert versies en apparaten, voor een foutmelding</translation>
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
        <source>The program could not be started again; please do it yourself</source>
        <translation>Het programma kon niet opnieuw gestart worden; doe dat zelf</translation>
    </message>
    <message>
        <source>There is no software Vulkan driver on this computer</source>
        <translation>Deze computer heeft geen software-Vulkandriver</translation>
    </message>
    <message>
        <source>Nothing that is selected is in the picture</source>
        <translation>Niets van wat geselecteerd is, is in beeld</translation>
    </message>
    <message>
        <source>There is no region; Ctrl+B draws one</source>
        <translation>Er is geen regio; Ctrl+B trekt er een</translation>
    </message>
    <message>
        <source>There is no picture to keep yet</source>
        <translation>Er is nog geen beeld om te bewaren</translation>
    </message>
    <message>
        <source>There is no snapshot yet; Ctrl+T takes one</source>
        <translation>Er is nog geen opname; Ctrl+T maakt er een</translation>
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
        <source>High contrast</source>
        <translation>Hoog contrast</translation>
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
        <source>Restart now</source>
        <translation>Nu opnieuw starten</translation>
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
        <source>This machine</source>
        <translation>Deze machine</translation>
    </message>
    <message>
        <source>What each backend runs on, and how fast its memory is</source>
        <translation>Waarop elke backend draait, en hoe snel het geheugen is</translation>
    </message>
    <message>
        <source>Race</source>
        <translation>Race</translation>
    </message>
    <message>
        <source>Pixel</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>Values under the pointer, and a histogram</source>
        <translation>Waarden onder de aanwijzer, en een histogram</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Opnames</translation>
    </message>
    <message>
        <source>Pictures kept aside, to compare with the live one</source>
        <translation>Bewaarde beelden om met het levende te vergelijken</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Logboek</translation>
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
        <source>Core ladder</source>
        <translation>Kernladder</translation>
    </message>
    <message>
        <source>1, 2, 4 … all threads, then each GPU</source>
        <translation>1, 2, 4 … alle threads, dan elke GPU</translation>
    </message>
    <message>
        <source>Latency and throughput</source>
        <translation>Reactietijd en doorvoer</translation>
    </message>
    <message>
        <source>One path to 16 million</source>
        <translation>Eén pad tot 16 miljoen</translation>
    </message>
    <message>
        <source>Equal quality</source>
        <translation>Gelijke kwaliteit</translation>
    </message>
    <message>
        <source>The error over time</source>
        <translation>De fout over de tijd</translation>
    </message>
    <message>
        <source>Energy and price</source>
        <translation>Energie en prijs</translation>
    </message>
    <message>
        <source>Samples per joule and price</source>
        <translation>Samples per joule en prijs</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Samen</translation>
    </message>
    <message>
        <source>Several workers fill one picture</source>
        <translation>Meerdere werkers vullen één beeld</translation>
    </message>
    <message>
        <source>Result card</source>
        <translation>Uitslagkaart</translation>
    </message>
    <message>
        <source>One picture for a slide</source>
        <translation>Eén beeld voor een dia</translation>
    </message>
    <message>
        <source>Outliner</source>
        <translation>Overzicht</translation>
    </message>
    <message>
        <source>What the scene is made of</source>
        <translation>Waaruit de scène bestaat</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschappen</translation>
    </message>
    <message>
        <source>Of what is selected</source>
        <translation>Van wat geselecteerd is</translation>
    </message>
    <message>
        <source>The light of so many bounces, or of one kind</source>
        <translation>Het licht van zo veel weerkaatsingen, of van één soort</translation>
    </message>
    <message>
        <source>Follow a ray</source>
        <translation>Een straal volgen</translation>
    </message>
    <message>
        <source>One sample of one pixel</source>
        <translation>Eén sample van één pixel</translation>
    </message>
    <message>
        <source>Divergence</source>
        <translation>Divergentie</translation>
    </message>
    <message>
        <source>How long the lanes of a group stay together</source>
        <translation>Hoe lang de banen van een groep samenblijven</translation>
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
        <source>Focal length</source>
        <translation>Brandpunt</translation>
    </message>
    <message>
        <source>Of a full-frame camera, whose picture is 24 mm high: the field of view in other words</source>
        <translation>Van een kleinbeeldcamera, met een beeld van 24 mm hoog: de beeldhoek in andere woorden</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Hoogte</translation>
    </message>
    <message>
        <source>Aperture</source>
        <translation>Diafragma</translation>
    </message>
    <message>
        <source>The point it looks at: X, Y and Z in metres, Y is up</source>
        <translation>Het punt waar hij naar kijkt: X, Y en Z in meter, Y is omhoog</translation>
    </message>
    <message>
        <source>How far the camera leans to the right</source>
        <translation>Hoe ver de camera naar rechts helt</translation>
    </message>
    <message>
        <source>On the target</source>
        <translation>Op het doel</translation>
    </message>
    <message>
        <source>The focus follows the point that the camera looks at</source>
        <translation>De scherpte volgt het punt waar de camera naar kijkt</translation>
    </message>
    <message>
        <source>Pick</source>
        <translation>Kiezen</translation>
    </message>
    <message>
        <source>Click in the picture what shall be sharp</source>
        <translation>Klik in het beeld op wat scherp moet zijn</translation>
    </message>
    <message>
        <source>Pick the focus in the picture</source>
        <translation>De scherpte in het beeld kiezen</translation>
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
        <source>Where the camera stands: X, Y and Z in metres, Y is up</source>
        <translation>Waar de camera staat: X, Y en Z in meter, Y is omhoog</translation>
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
        <source>False colour: luminance</source>
        <translation>Valse kleur: luminantie</translation>
    </message>
    <message>
        <source>Red channel</source>
        <translation>Rood kanaal</translation>
    </message>
    <message>
        <source>Green channel</source>
        <translation>Groen kanaal</translation>
    </message>
    <message>
        <source>Blue channel</source>
        <translation>Blauw kanaal</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>Belichting</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatuur</translation>
    </message>
    <message>
        <source>Tint</source>
        <translation>Tint</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Laag</translation>
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
        <source>Pixel filter</source>
        <translation>Pixelfilter</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Trekken</translation>
    </message>
    <message>
        <source>Drag over the part of the picture that shall be refined</source>
        <translation>Sleep over het deel van het beeld dat verfijnd moet worden</translation>
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
        <source>Noise threshold</source>
        <translation>Ruisdrempel</translation>
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
        <source>Search the scene</source>
        <translation>In de scène zoeken</translation>
    </message>
    <message>
        <source>Sphere</source>
        <translation>Bol</translation>
    </message>
    <message>
        <source>Cube</source>
        <translation>Kubus</translation>
    </message>
    <message>
        <source>Rectangle</source>
        <translation>Rechthoek</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Schijf</translation>
    </message>
    <message>
        <source>Cylinder</source>
        <translation>Cilinder</translation>
    </message>
    <message>
        <source>Cone</source>
        <translation>Kegel</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>Point light</source>
        <translation>Puntlamp</translation>
    </message>
    <message>
        <source>Spot light</source>
        <translation>Spot</translation>
    </message>
    <message>
        <source>Area light</source>
        <translation>Vlaklamp</translation>
    </message>
    <message>
        <source>Sun (parallel light)</source>
        <translation>Zon (evenwijdig licht)</translation>
    </message>
    <message>
        <source>New: {thing}</source>
        <translation>Nieuw: {thing}</translation>
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
        <source>Add an object, a light, a material, a sky or fog</source>
        <translation>Voeg een voorwerp, een lamp, een materiaal, een hemel of mist toe</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Hernoemen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliceren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>Hide or show</source>
        <translation>Verbergen of tonen</translation>
    </message>
    <message>
        <source>Give the selected objects this material</source>
        <translation>De geselecteerde objecten dit materiaal geven</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Grootte</translation>
    </message>
    <message>
        <source>Measure memory bandwidth</source>
        <translation>Geheugenbandbreedte meten</translation>
    </message>
    <message>
        <source>Copies memory on each device for a moment; the picture waits meanwhile</source>
        <translation>Kopieert even geheugen op elk apparaat; het beeld wacht intussen</translation>
    </message>
    <message>
        <source>{name} backend</source>
        <translation>{name}-backend</translation>
    </message>
    <message>
        <source>Measuring {name} …</source>
        <translation>{name} wordt gemeten …</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Ontbreekt</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>niet te lezen</translation>
    </message>
    <message>
        <source>{device} (software, runs on the CPU)</source>
        <translation>{device} (software, draait op de CPU)</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Apparaat</translation>
    </message>
    <message>
        <source>Multiprocessors</source>
        <translation>Multiprocessors</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kernen</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Geheugen</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Bandbreedte</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Driver</translation>
    </message>
    <message>
        <source>{rate}, copying {size} (read + written)</source>
        <translation>{rate}, bij kopiëren van {size} (gelezen + geschreven)</translation>
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
        <source>{name} is slower than the CPU</source>
        <translation>{name} is langzamer dan de CPU</translation>
    </message>
    <message>
        <source>{name} over all CPU threads</source>
        <translation>{name} tegenover alle CPU-threads</translation>
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
        <source>Values under the pointer</source>
        <translation>Waarden onder de aanwijzer</translation>
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
        <source>large</source>
        <translation>groot</translation>
    </message>
    <message>
        <source>save</source>
        <translation>opslaan</translation>
    </message>
    <message>
        <source>Save the values as a table, or the chart as a picture</source>
        <translation>De waarden als tabel opslaan, of de grafiek als beeld</translation>
    </message>
    <message>
        <source>cannot write this picture</source>
        <translation>kan dit beeld niet schrijven</translation>
    </message>
    <message>
        <source>use .png or .csv</source>
        <translation>gebruik .png of .csv</translation>
    </message>
    <message>
        <source>Samples/s, last minute</source>
        <translation>Samples/s, laatste minuut</translation>
    </message>
    <message>
        <source>Save the measurements</source>
        <translation>De metingen opslaan</translation>
    </message>
    <message>
        <source>What a joule and an hour&apos;s rent buy. Energy comes from the devices&apos; own counters, or not at all.</source>
        <translation>Wat een joule en een uur huur opleveren. Energie komt van de eigen tellers van de apparaten, of helemaal niet.</translation>
    </message>
    <message>
        <source>per hour</source>
        <translation>per uur</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>geen prijs</translation>
    </message>
    <message>
        <source>What an hour of this machine costs, in any currency; the same for all</source>
        <translation>Wat een uur van deze machine kost, in een munt naar keuze; voor alle dezelfde</translation>
    </message>
    <message>
        <source>as many samples per joule on {last} as on {first}</source>
        <translation>zo veel samples per joule op {last} als op {first}</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>niet beschikbaar</translation>
    </message>
    <message>
        <source>the energy of at least one side cannot be read; the reasons stand below</source>
        <translation>de energie van minstens één kant is niet te lezen; de redenen staan hieronder</translation>
    </message>
    <message>
        <source>watts</source>
        <translation>watt</translation>
    </message>
    <message>
        <source>samples per joule</source>
        <translation>samples per joule</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>bezig</translation>
    </message>
    <message>
        <source>samples per unit of money</source>
        <translation>samples per geldeenheid</translation>
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
        <source>Power</source>
        <translation>Vermogen</translation>
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
        <source>Power: {values}</source>
        <translation>Vermogen: {values}</translation>
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
        <source>{name} is slower than {against}</source>
        <translation>{name} is langzamer dan {against}</translation>
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
        <source>{name}: one thread, the other processors wait.</source>
        <translation>{name}: één thread, de andere processors wachten.</translation>
    </message>
    <message>
        <source>{name} is not a GPU: its work is done by the CPU.</source>
        <translation>{name} is geen GPU: de CPU doet het werk.</translation>
    </message>
    <message>
        <source>{name}: one thread of the CPU feeds it.</source>
        <translation>{name}: één thread van de CPU voedt hem.</translation>
    </message>
    <message>
        <source>Same scene, camera, size and settings; different random numbers. This window draws meanwhile.</source>
        <translation>Zelfde scène, camera, grootte en instellingen; andere toevalsgetallen. Dit venster tekent intussen.</translation>
    </message>
    <message>
        <source>in turns: each is measured alone</source>
        <translation>om de beurt: elk wordt alleen gemeten</translation>
    </message>
    <message>
        <source>at the same time: they share the processors</source>
        <translation>tegelijk: ze delen de processors</translation>
    </message>
    <message>
        <source>at the same time: one CPU thread also feeds the GPU</source>
        <translation>tegelijk: één CPU-thread voedt ook de GPU</translation>
    </message>
    <message>
        <source>at the same time</source>
        <translation>tegelijk</translation>
    </message>
    <message>
        <source>They take turns, so each is measured alone; rates and times are those of its own turns.</source>
        <translation>Ze doen het om de beurt, dus elk wordt alleen gemeten; snelheden en tijden gelden voor de eigen beurten.</translation>
    </message>
    <message>
        <source>Both at the same time: they share the processors and slow each other down.</source>
        <translation>Beide tegelijk: ze delen de processors en vertragen elkaar.</translation>
    </message>
    <message>
        <source>Both at the same time: the CPU also feeds the GPU, which takes a part of one thread.</source>
        <translation>Beide tegelijk: de CPU voedt ook de GPU, dat kost een deel van één thread.</translation>
    </message>
    <message>
        <source>Both at the same time.</source>
        <translation>Beide tegelijk.</translation>
    </message>
    <message>
        <source>CPU all threads</source>
        <translation>CPU alle threads</translation>
    </message>
    <message>
        <source>CPU {count} threads</source>
        <translation>CPU {count} threads</translation>
    </message>
    <message>
        <source>CPU 1 thread</source>
        <translation>CPU 1 thread</translation>
    </message>
    <message>
        <source>no CUDA driver</source>
        <translation>geen CUDA-driver</translation>
    </message>
    <message>
        <source>no CUDA device</source>
        <translation>geen CUDA-apparaat</translation>
    </message>
    <message>
        <source>CUDA does not exist on macOS</source>
        <translation>CUDA bestaat niet op macOS</translation>
    </message>
    <message>
        <source>no Vulkan loader</source>
        <translation>geen Vulkan-loader</translation>
    </message>
    <message>
        <source>no Vulkan driver</source>
        <translation>geen Vulkan-driver</translation>
    </message>
    <message>
        <source>Vulkan has no device</source>
        <translation>Vulkan heeft geen apparaat</translation>
    </message>
    <message>
        <source>not on macOS; Metal is used there</source>
        <translation>niet op macOS; daar wordt Metal gebruikt</translation>
    </message>
    <message>
        <source>only on macOS</source>
        <translation>alleen op macOS</translation>
    </message>
    <message>
        <source>needs a Mac with Apple silicon</source>
        <translation>heeft een Mac met Apple silicon nodig</translation>
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
        <source>Estimated error of the brightness, as a share of it, over the whole picture</source>
        <translation>Geschatte fout van de helderheid, als deel ervan, over het hele beeld</translation>
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
        <source>{spp}, denoised</source>
        <translation>{spp}, ontruist</translation>
    </message>
    <message>
        <source>noise {noise}</source>
        <translation>ruis {noise}</translation>
    </message>
    <message>
        <source>{count} not finite</source>
        <translation>{count} niet eindig</translation>
    </message>
    <message>
        <source>region {part} of {size}</source>
        <translation>regio {part} van {size}</translation>
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
        <source>Left and right</source>
        <translation>Links en rechts</translation>
    </message>
    <message>
        <source>Above and below</source>
        <translation>Boven en onder</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Verschil</translation>
    </message>
    <message>
        <source>At the sample limit</source>
        <translation>Bij de samplegrens</translation>
    </message>
    <message>
        <source>At equal samples</source>
        <translation>Bij gelijke samples</translation>
    </message>
    <message>
        <source>At equal time</source>
        <translation>Bij gelijke tijd</translation>
    </message>
    <message>
        <source>Both render the same scene from the same camera</source>
        <translation>Beide renderen dezelfde scène vanuit dezelfde camera</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>Kanten wisselen</translation>
    </message>
    <message>
        <source>Left and right change places; the samples are kept</source>
        <translation>Links en rechts wisselen van plaats; de samples blijven</translation>
    </message>
    <message>
        <source>Left, above</source>
        <translation>Links, boven</translation>
    </message>
    <message>
        <source>Who renders the left or upper side</source>
        <translation>Wie de linker- of bovenkant rendert</translation>
    </message>
    <message>
        <source>Right, below</source>
        <translation>Rechts, onder</translation>
    </message>
    <message>
        <source>Who renders the right or lower side</source>
        <translation>Wie de rechter- of onderkant rendert</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>verborgen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Tonen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Both pictures with a divider, or how they differ</source>
        <translation>Beide beelden met een scheidslijn, of hoe ze verschillen</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>Eindigt</translation>
    </message>
    <message>
        <source>When a side stops; equal time is own rendering time</source>
        <translation>Wanneer een kant stopt; gelijke tijd is de eigen rekentijd</translation>
    </message>
    <message>
        <source>Samples per pixel of each side</source>
        <translation>Samples per pixel van elke kant</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tijd</translation>
    </message>
    <message>
        <source>Rendering time of each side</source>
        <translation>Rekentijd van elke kant</translation>
    </message>
    <message>
        <source>noise of {spp} spp</source>
        <translation>ruis van {spp} spp</translation>
    </message>
    <message>
        <source>The noise that a picture of so many samples per pixel has; nobody stops there</source>
        <translation>De ruis van een beeld met zo veel samples per pixel; niemand stopt daar</translation>
    </message>
    <message>
        <source>Take turns</source>
        <translation>Om de beurt</translation>
    </message>
    <message>
        <source>Half a second each, so that neither slows the other down; needed where both use the processor</source>
        <translation>Elk een halve seconde, zodat geen de ander vertraagt; nodig waar beide de processor gebruiken</translation>
    </message>
    <message>
        <source>Amplify</source>
        <translation>Versterking</translation>
    </message>
    <message>
        <source>How many times brighter the difference is shown</source>
        <translation>Hoeveel keer helderder het verschil wordt getoond</translation>
    </message>
    <message>
        <source>Conditions of the race</source>
        <translation>Omstandigheden van de race</translation>
    </message>
    <message>
        <source>Stop the race</source>
        <translation>Race stoppen</translation>
    </message>
    <message>
        <source>Start the race</source>
        <translation>Race starten</translation>
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
        <source>Use {name} as the sky</source>
        <translation>{name} als hemel gebruiken</translation>
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
        <source>reading textures</source>
        <translation>lezen van texturen</translation>
    </message>
    <message>
        <source>reading meshes</source>
        <translation>lezen van meshes</translation>
    </message>
    <message>
        <source>Sorting primitives</source>
        <translation>primitieven worden gesorteerd</translation>
    </message>
    <message>
        <source>Building the tree</source>
        <translation>de boom wordt gebouwd</translation>
    </message>
    <message>
        <source>uploading</source>
        <translation>de scène wordt overgebracht</translation>
    </message>
    <message>
        <source>building the light tree</source>
        <translation>de lichtboom wordt gebouwd</translation>
    </message>
    <message>
        <source>uploading textures</source>
        <translation>texturen worden overgebracht</translation>
    </message>
    <message>
        <source>placing instances</source>
        <translation>objecten worden geplaatst</translation>
    </message>
    <message>
        <source>moving instances</source>
        <translation>objecten worden verplaatst</translation>
    </message>
    <message>
        <source>compiling kernels</source>
        <translation>kernels worden gecompileerd</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernels</translation>
    </message>
    <message>
        <source>what guides the denoiser</source>
        <translation>wat de ontruiser leidt</translation>
    </message>
    <message>
        <source>the ray follower</source>
        <translation>de stralenvolger</translation>
    </message>
    <message>
        <source>the ray counter</source>
        <translation>de stralenteller</translation>
    </message>
    <message>
        <source>reading {name}</source>
        <translation>lezen van {name}</translation>
    </message>
    <message>
        <source>starting {name}</source>
        <translation>starten van {name}</translation>
    </message>
    <message>
        <source>the layer {name}</source>
        <translation>de laag {name}</translation>
    </message>
    <message>
        <source>view {name}</source>
        <translation>de weergave {name}</translation>
    </message>
    <message>
        <source>compiling {what}</source>
        <translation>compileren: {what}</translation>
    </message>
    <message>
        <source>preview, compiling {what}</source>
        <translation>voorvertoning; compileren: {what}</translation>
    </message>
    <message>
        <source>first samples</source>
        <translation>eerste samples</translation>
    </message>
    <message>
        <source>preview until the first samples</source>
        <translation>voorvertoning tot de eerste samples</translation>
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
        <source>Blue: this channel alone, as a grey picture with the sRGB transfer function.</source>
        <translation>Blauw: alleen dit kanaal, als grijs beeld met de sRGB-overdracht.</translation>
    </message>
    <message>
        <source>Colour of the dielectric&apos;s reflection at normal incidence; the reflection itself is kept below 1</source>
        <translation>Kleur van de spiegeling van het diëlektricum bij loodrechte inval; de spiegeling zelf blijft onder 1</translation>
    </message>
    <message>
        <source>Colour temperature of the light that is shown as white</source>
        <translation>Kleurtemperatuur van het licht dat wit wordt getoond</translation>
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
        <source>Green: this channel alone, as a grey picture with the sRGB transfer function.</source>
        <translation>Groen: alleen dit kanaal, als grijs beeld met de sRGB-overdracht.</translation>
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
        <source>Luminance: false colours; black is 8 stops below middle grey, blue 4, green is it, orange 4 above, dark red 8.</source>
        <translation>Luminantie: valse kleuren; zwart is 8 stops onder middengrijs, blauw 4, groen is het zelf, oranje 4 erboven, donkerrood 8.</translation>
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
        <source>Exposure compensation; one step doubles the brightness</source>
        <translation>Belichtingscorrectie; één stap verdubbelt de helderheid</translation>
    </message>
    <message>
        <source>How scene brightness becomes display brightness: name of a file in shaders/views</source>
        <translation>Hoe helderheid van de scène helderheid van het scherm wordt: naam van een bestand in shaders/views</translation>
    </message>
    <message>
        <source>Neutral: Khronos PBR Neutral; base colours under grey light come out true, only highlights are compressed.</source>
        <translation>Neutraal: Khronos PBR Neutral; basiskleuren onder grijs licht kloppen, alleen hoge lichten worden samengedrukt.</translation>
    </message>
    <message>
        <source>Noise to stop at, place by place: estimated error of the brightness relative to the brightness, 0.05 is 5 %; 0 is off, everything gets the same number of samples</source>
        <translation>Ruis om bij te stoppen, plek voor plek: geschatte fout van de helderheid gedeeld door de helderheid, 0,05 is 5 %; 0 is uit, alles krijgt even veel samples</translation>
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
        <source>Part of the picture that is refined: left, top, right and bottom edge as fractions of width and height, 0 to 1; unset: all of it</source>
        <translation>Deel van het beeld dat verfijnd wordt: linker-, boven-, rechter- en onderrand als fractie van breedte en hoogte, 0 tot 1; leeg: alles</translation>
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
        <source>Red: this channel alone, as a grey picture with the sRGB transfer function.</source>
        <translation>Rood: alleen dit kanaal, als grijs beeld met de sRGB-overdracht.</translation>
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
        <source>Shift of that white: positive shows the picture more magenta</source>
        <translation>Verschuiving van dat wit: positief toont het beeld meer magenta</translation>
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
        <source>Show the light without noise, as Intel Open Image Denoise guesses it to be</source>
        <translation>Toon het licht zonder ruis, zoals Intel Open Image Denoise het schat</translation>
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
        <source>What the picture shows: combined, albedo, normal, geometry, depth, uv, material, nodes, tests, bounces, rays, divergence, nonfinite, samples, noise</source>
        <translation>Wat het beeld toont: combined, albedo, normal, geometry, depth, uv, material, nodes, tests, bounces, rays, divergence, nonfinite, samples, noise</translation>
    </message>
    <message>
        <source>Shown in the outliner</source>
        <translation>Staat in het overzicht</translation>
    </message>
    <message>
        <source>Whether it is in the picture and lights it</source>
        <translation>Of het in het beeld staat en het verlicht</translation>
    </message>
    <message>
        <source>What it is made of</source>
        <translation>Waarvan het is gemaakt</translation>
    </message>
    <message>
        <source>Where its own origin lies in the world</source>
        <translation>Waar de eigen oorsprong in de wereld ligt</translation>
    </message>
    <message>
        <source>About the fixed axes X, then Y, then Z</source>
        <translation>Om de vaste assen X, dan Y, dan Z</translation>
    </message>
    <message>
        <source>Along its own axes</source>
        <translation>Langs de eigen assen</translation>
    </message>
    <message>
        <source>Its transform shears, which numbers like these cannot say.</source>
        <translation>De transformatie scheert; dat kunnen deze getallen niet zeggen.</translation>
    </message>
    <message>
        <source>Place of {name}</source>
        <translation>Plaats van {name}</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>Dekking</translation>
    </message>
    <message>
        <source>How it looks</source>
        <translation>Hoe het eruitziet</translation>
    </message>
    <message>
        <source>What fills a closed body of this material</source>
        <translation>Wat een gesloten lichaam van dit materiaal vult</translation>
    </message>
    <message>
        <source>Material {name}, shared by {count} objects</source>
        <translation>Materiaal {name}, gedeeld door {count} objecten</translation>
    </message>
    <message>
        <source>What surrounds the scene</source>
        <translation>Wat de scène omringt</translation>
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
    <message>
        <source>Copied the camera as text</source>
        <translation>Camera als tekst gekopieerd</translation>
    </message>
    <message>
        <source>There is no text on the clipboard</source>
        <translation>Er staat geen tekst op het klembord</translation>
    </message>
    <message>
        <source>&amp;Cameras of the file</source>
        <translation>&amp;Camera&apos;s van het bestand</translation>
    </message>
    <message>
        <source>&amp;Go to saved camera</source>
        <translation>&amp;Naar bewaarde camera</translation>
    </message>
    <message>
        <source>&amp;Save camera</source>
        <translation>Camera &amp;bewaren</translation>
    </message>
    <message>
        <source>&amp;Navigation</source>
        <translation>&amp;Navigatie</translation>
    </message>
    <message>
        <source>Place {number}</source>
        <translation>Plaats {number}</translation>
    </message>
    <message>
        <source>{place}: empty</source>
        <translation>{place}: leeg</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Geen</translation>
    </message>
    <message>
        <source>This is not a camera: {reason}</source>
        <translation>Dit is geen camera: {reason}</translation>
    </message>
    <message>
        <source>This is not a camera: it has neither a position nor a target</source>
        <translation>Dit is geen camera: er is geen plaats en geen doel</translation>
    </message>
    <message>
        <source>This is not a camera: {key}: {reason}</source>
        <translation>Dit is geen camera: {key}: {reason}</translation>
    </message>
    <message>
        <source>A view without perspective has no lens to focus</source>
        <translation>Een beeld zonder perspectief heeft geen lens om scherp te stellen</translation>
    </message>
    <message>
        <source>focus {distance} m</source>
        <translation>scherp op {distance} m</translation>
    </message>
    <message>
        <source>There is only sky: nothing to focus on</source>
        <translation>Daar is alleen hemel: niets om op scherp te stellen</translation>
    </message>
    <message>
        <source>Click what shall be sharp; drag up or down for the aperture; Esc leaves</source>
        <translation>Klik op wat scherp moet zijn; sleep omhoog of omlaag voor het diafragma; Esc stopt</translation>
    </message>
    <message>
        <source>software, runs on the CPU</source>
        <translation>software, draait op de CPU</translation>
    </message>
    <message>
        <source>Getting ready …</source>
        <translation>Voorbereiden …</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>Meten …</translation>
    </message>
    <message>
        <source>Difference × {gain}</source>
        <translation>Verschil × {gain}</translation>
    </message>
    <message>
        <source>Not enough samples yet</source>
        <translation>Nog niet genoeg samples</translation>
    </message>
    <message>
        <source>waiting until both have {spp} spp</source>
        <translation>wacht tot beide {spp} spp hebben</translation>
    </message>
    <message>
        <source>Identical within noise</source>
        <translation>Gelijk binnen de ruis</translation>
    </message>
    <message>
        <source>The pictures differ</source>
        <translation>De beelden verschillen</translation>
    </message>
    <message>
        <source>false alarm: at most 1 in {count}</source>
        <translation>vals alarm: hoogstens 1 op {count}</translation>
    </message>
    <message>
        <source>{spp} spp each</source>
        <translation>{spp} spp elk</translation>
    </message>
    <message>
        <source>{percent} % in all</source>
        <translation>{percent} % over het geheel</translation>
    </message>
    <message>
        <source>most in the block at {x}, {y}</source>
        <translation>het meest in het blok bij {x}, {y}</translation>
    </message>
    <message>
        <source>{share} more or less light would have shown</source>
        <translation>{share} meer of minder licht zou te zien zijn</translation>
    </message>
    <message>
        <source>only a difference above {share} would show</source>
        <translation>alleen een verschil boven {share} zou te zien zijn</translation>
    </message>
    <message>
        <source>{fast} is slower than {slow}</source>
        <translation>{fast} is langzamer dan {slow}</translation>
    </message>
    <message>
        <source>{fast} and {slow} are equally fast</source>
        <translation>{fast} en {slow} zijn even snel</translation>
    </message>
    <message>
        <source>{fast} over {slow}</source>
        <translation>{fast} tegenover {slow}</translation>
    </message>
    <message>
        <source>Finishing line: the noise of {line}</source>
        <translation>Finish: de ruis van {line}</translation>
    </message>
    <message>
        <source>the noise of {line}</source>
        <translation>de ruis van {line}</translation>
    </message>
    <message>
        <source>{spp} spp</source>
        <translation>{spp} spp</translation>
    </message>
    <message>
        <source>Both at {line}:</source>
        <translation>Beide bij {line}:</translation>
    </message>
    <message>
        <source>At {line}:</source>
        <translation>Bij {line}:</translation>
    </message>
    <message>
        <source>  and  </source>
        <translation>  en  </translation>
    </message>
    <message>
        <source>  (noise {noise})</source>
        <translation>  (ruis {noise})</translation>
    </message>
    <message>
        <source>dropped out</source>
        <translation>uitgevallen</translation>
    </message>
    <message>
        <source>does not answer</source>
        <translation>antwoordt niet</translation>
    </message>
    <message>
        <source>dropped out, starts again</source>
        <translation>uitgevallen, start opnieuw</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>klaar</translation>
    </message>
    <message>
        <source>time is up</source>
        <translation>tijd is om</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>gereed</translation>
    </message>
    <message>
        <source>Pictures of different sizes have no difference</source>
        <translation>Beelden van verschillende grootte hebben geen verschil</translation>
    </message>
    <message>
        <source>Snapshot {number}: {about}</source>
        <translation>Opname {number}: {about}</translation>
    </message>
    <message>
        <source>{percent} %: Ctrl + wheel zooms, middle drag moves, Esc shows the whole picture</source>
        <translation>{percent} %: Ctrl + wiel zoomt, midden slepen verschuift, Esc toont het hele beeld</translation>
    </message>
    <message>
        <source>Stop the race first: it would slow the copies down</source>
        <translation>Stop eerst de race: die zou het kopiëren vertragen</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>start</translation>
    </message>
    <message>
        <source>ending</source>
        <translation>eindigt</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Afgebroken</translation>
    </message>
    <message>
        <source>The picture waits while an experiment measures</source>
        <translation>Het beeld wacht terwijl een experiment meet</translation>
    </message>
    <message>
        <source>Cancel the experiment</source>
        <translation>Het experiment afbreken</translation>
    </message>
    <message>
        <source>The experiment was ended: the app has other work to do</source>
        <translation>Het experiment is beëindigd: de app heeft ander werk</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Meten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Afbreken</translation>
    </message>
    <message>
        <source>Measures the open scene; the picture waits meanwhile</source>
        <translation>Meet de geopende scène; het beeld wacht intussen</translation>
    </message>
    <message>
        <source>Ends the measurement; what was measured stays</source>
        <translation>Beëindigt de meting; wat gemeten is blijft</translation>
    </message>
    <message>
        <source>{activity}. The picture waits.</source>
        <translation>{activity}. Het beeld wacht.</translation>
    </message>
    <message>
        <source>CSV …</source>
        <translation>CSV …</translation>
    </message>
    <message>
        <source>Save the numbers as they were measured</source>
        <translation>De getallen opslaan zoals ze gemeten zijn</translation>
    </message>
    <message>
        <source>PNG …</source>
        <translation>PNG …</translation>
    </message>
    <message>
        <source>Save figure, chart and statements as a picture</source>
        <translation>Cijfer, grafiek en uitspraken als beeld opslaan</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Opslaan</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>kan niet worden geschreven</translation>
    </message>
    <message>
        <source>Permutation test: false alarms in {rate} % of comparisons; {least} % more or less light would show.</source>
        <translation>Permutatietoets: vals alarm bij {rate} % van de vergelijkingen; {least} % meer of minder licht zou te zien zijn.</translation>
    </message>
    <message>
        <source>{scene}, {first} and {second}: {within} % of pixels within {tolerance} %, same within noise (p = {p}).</source>
        <translation>{scene}, {first} en {second}: {within} % van de pixels binnen {tolerance} %, gelijk binnen de ruis (p = {p}).</translation>
    </message>
    <message>
        <source>{scene}, {first} and {second} DIFFER: {within} % of pixels within {tolerance} %, no noise (p = {p}).</source>
        <translation>{scene}, {first} en {second} VERSCHILLEN: {within} % van de pixels binnen {tolerance} %, geen ruis (p = {p}).</translation>
    </message>
    <message>
        <source>{who}: not measured: {why}</source>
        <translation>{who}: niet gemeten: {why}</translation>
    </message>
    <message>
        <source>{who}: {rate}</source>
        <translation>{who}: {rate}</translation>
    </message>
    <message>
        <source>{who} runs on the CPU and is no GPU: {ratio} of {n} threads.</source>
        <translation>{who} draait op de CPU en is geen GPU: {ratio} van {n} threads.</translation>
    </message>
    <message>
        <source>{who} does {ratio} the samples/s of {n} CPU threads.</source>
        <translation>{who} haalt {ratio} de samples/s van {n} CPU-threads.</translation>
    </message>
    <message>
        <source>{first} and {second} are too close to call.</source>
        <translation>{first} en {second} liggen te dicht bij elkaar.</translation>
    </message>
    <message>
        <source>{who} runs on the CPU and is no GPU.</source>
        <translation>{who} draait op de CPU en is geen GPU.</translation>
    </message>
    <message>
        <source>Below {items} paths {below} answers first, above it {above} does.</source>
        <translation>Onder {items} paden antwoordt {below} het eerst, daarboven {above}.</translation>
    </message>
    <message>
        <source>No crossing: {who} is faster than {other} at every size measured (up to {items} paths).</source>
        <translation>Geen snijpunt: {who} is sneller dan {other} bij elke gemeten grootte (tot {items} paden).</translation>
    </message>
    <message>
        <source>{who}: one path takes {latency}; at its best {rate} in batches of {items} paths.</source>
        <translation>{who}: één pad kost {latency}; op zijn best {rate} in groepen van {items} paden.</translation>
    </message>
    <message>
        <source>{who}: {rate} at {watts} W: {per_joule} ({what}).</source>
        <translation>{who}: {rate} bij {watts} W: {per_joule} ({what}).</translation>
    </message>
    <message>
        <source>{who}: {what} power is not available: {why}</source>
        <translation>{who}: vermogen van {what} is niet beschikbaar: {why}</translation>
    </message>
    <message>
        <source>A joule buys {ratio} as many samples on {last} as on {first}.</source>
        <translation>Een joule levert op {last} {ratio} zo veel samples als op {first}.</translation>
    </message>
    <message>
        <source>By the prices typed in, the same money buys {ratio} as many samples on {last} as on {first}.</source>
        <translation>Volgens de ingevulde prijzen levert hetzelfde geld op {last} {ratio} zo veel samples als op {first}.</translation>
    </message>
    <message>
        <source>With {threads} threads only {share} % of their processor time was to be had: something else runs.</source>
        <translation>Met {threads} threads was maar {share} % van hun processortijd te krijgen: er draait iets anders.</translation>
    </message>
    <message>
        <source>{n} threads do {ratio} the work of one.</source>
        <translation>{n} threads doen {ratio} het werk van één.</translation>
    </message>
    <message>
        <source>Amdahl&apos;s law through two points: {share} % of the work is parallel.</source>
        <translation>De wet van Amdahl door twee punten: {share} % van het werk is parallel.</translation>
    </message>
    <message>
        <source>By that fit no number of threads passes {limit}.</source>
        <translation>Volgens die kromme komt geen aantal threads boven {limit}.</translation>
    </message>
    <message>
        <source>Amdahl&apos;s law, least-squares fit: {share} % of the work is parallel (within {worst} %).</source>
        <translation>De wet van Amdahl, kleinste kwadraten: {share} % van het werk is parallel (binnen {worst} %).</translation>
    </message>
    <message>
        <source>{who} does {ratio} the work of all {n} threads.</source>
        <translation>{who} doet {ratio} het werk van alle {n} threads.</translation>
    </message>
    <message>
        <source>{threads} threads share {cores} cores (hyperthreads): a thread past those adds less than a core.</source>
        <translation>{threads} threads delen {cores} kernen (hyperthreads): een thread daarboven voegt minder toe dan een kern.</translation>
    </message>
    <message>
        <source>A virtual machine: its processors may be hyperthreads, and may be shared with others.</source>
        <translation>Een virtuele machine: de processors ervan kunnen hyperthreads zijn en met anderen gedeeld worden.</translation>
    </message>
    <message>
        <source>This program may use {quota} processors at most (control group).</source>
        <translation>Dit programma mag hoogstens {quota} processors gebruiken (control group).</translation>
    </message>
    <message>
        <source>All reached no error that the reference can vouch for: measure longer, or make a better reference.</source>
        <translation>Geen haalde een fout waarvoor de referentie kan instaan: meet langer, of maak een betere referentie.</translation>
    </message>
    <message>
        <source>Reference: {spp} spp on {device}, relMSE about {floor}; nothing below {limit} is claimed.</source>
        <translation>Referentie: {spp} spp op {device}, relMSE ongeveer {floor}; onder {limit} wordt niets beweerd.</translation>
    </message>
    <message>
        <source>To relMSE {error}: {times}.</source>
        <translation>Tot relMSE {error}: {times}.</translation>
    </message>
    <message>
        <source>{fast} reaches it {ratio} sooner than {slow}.</source>
        <translation>{fast} haalt dat {ratio} eerder dan {slow}.</translation>
    </message>
    <message>
        <source>{who}: {activity}</source>
        <translation>{who}: {activity}</translation>
    </message>
    <message>
        <source>measuring {who}</source>
        <translation>{who} wordt gemeten</translation>
    </message>
    <message>
        <source>{who}: {items} paths in a batch</source>
        <translation>{who}: {items} paden per groep</translation>
    </message>
    <message>
        <source>reference on {who}</source>
        <translation>referentie op {who}</translation>
    </message>
    <message>
        <source>comparing pictures: {who}</source>
        <translation>beelden vergelijken: {who}</translation>
    </message>
    <message>
        <source>{scene}: {who}</source>
        <translation>{scene}: {who}</translation>
    </message>
    <message>
        <source>CPU package</source>
        <translation>CPU-pakket</translation>
    </message>
    <message>
        <source>GPU board</source>
        <translation>GPU-kaart</translation>
    </message>
    <message>
        <source>only Linux lets a program read the CPU&apos;s energy counter</source>
        <translation>alleen Linux laat een programma de energieteller van de CPU lezen</translation>
    </message>
    <message>
        <source>a virtual machine has no energy counter (no package in /sys/class/powercap)</source>
        <translation>een virtuele machine heeft geen energieteller (geen pakket in /sys/class/powercap)</translation>
    </message>
    <message>
        <source>the system offers no energy counter (no package in /sys/class/powercap)</source>
        <translation>het systeem biedt geen energieteller (geen pakket in /sys/class/powercap)</translation>
    </message>
    <message>
        <source>macOS lets no program read the GPU&apos;s power</source>
        <translation>macOS laat geen programma het vermogen van de GPU lezen</translation>
    </message>
    <message>
        <source>nvidia-ml-py is not installed (pip install &apos;raytracer[power]&apos;)</source>
        <translation>nvidia-ml-py is niet geïnstalleerd (pip install &apos;raytracer[power]&apos;)</translation>
    </message>
    <message>
        <source>CPU, 1 thread</source>
        <translation>CPU, 1 thread</translation>
    </message>
    <message>
        <source>CPU, {n} threads</source>
        <translation>CPU, {n} threads</translation>
    </message>
    <message>
        <source>{name} (software)</source>
        <translation>{name} (software)</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Opgeslagen</translation>
    </message>
    <message>
        <source>Go to the camera saved in place {number} (key {number}); right-click: save or clear</source>
        <translation>Naar de camera op plaats {number} (toets {number}); rechts klikken: bewaren of wissen</translation>
    </message>
    <message>
        <source>Save this camera in place {number} (Ctrl+{number})</source>
        <translation>Deze camera op plaats {number} bewaren (Ctrl+{number})</translation>
    </message>
    <message>
        <source>Save this camera here</source>
        <translation>Deze camera hier bewaren</translation>
    </message>
    <message>
        <source>Clear this place</source>
        <translation>Deze plaats wissen</translation>
    </message>
    <message>
        <source>Three built-in scenes on every side, about a minute: light bounces, is refracted, is scattered. With the proof that all sides render the same picture.</source>
        <translation>Drie ingebouwde scènes aan elke kant, ongeveer een minuut: licht kaatst, breekt, verstrooit. Met het bewijs dat alle kanten hetzelfde beeld renderen.</translation>
    </message>
    <message>
        <source>Save the card as a picture for a slide</source>
        <translation>De kaart als beeld voor een dia opslaan</translation>
    </message>
    <message>
        <source>JSON …</source>
        <translation>JSON …</translation>
    </message>
    <message>
        <source>Save the figures, to compare them later</source>
        <translation>De cijfers opslaan om ze later te vergelijken</translation>
    </message>
    <message>
        <source>Put the card on the clipboard</source>
        <translation>De kaart op het klembord zetten</translation>
    </message>
    <message>
        <source>Copied the result card</source>
        <translation>Uitslagkaart gekopieerd</translation>
    </message>
    <message>
        <source>paths in a batch</source>
        <translation>paden per groep</translation>
    </message>
    <message>
        <source>time for the batch</source>
        <translation>tijd voor de groep</translation>
    </message>
    <message>
        <source>Who answers first, and who gets more done? Batches of 1 path to 16 million, timed on every side.</source>
        <translation>Wie antwoordt het eerst, en wie krijgt meer gedaan? Groepen van 1 pad tot 16 miljoen, aan elke kant gemeten.</translation>
    </message>
    <message>
        <source>{count} paths</source>
        <translation>{count} paden</translation>
    </message>
    <message>
        <source>paths: below {below} answers first, above it {above}</source>
        <translation>paden: daaronder antwoordt {below} het eerst, daarboven {above}</translation>
    </message>
    <message>
        <source>{who} over {other}, each at its best; {who} is first at every size</source>
        <translation>{who} tegenover {other}, elk op zijn best; {who} is bij elke grootte eerst</translation>
    </message>
    <message>
        <source>too close to call</source>
        <translation>te dicht bij elkaar</translation>
    </message>
    <message>
        <source>Histogram of the picture</source>
        <translation>Histogram van het beeld</translation>
    </message>
    <message>
        <source>How often each brightness occurs on the screen; black is left, white is right</source>
        <translation>Hoe vaak elke helderheid op het scherm voorkomt; zwart is links, wit rechts</translation>
    </message>
    <message>
        <source>black {share} %</source>
        <translation>zwart {share} %</translation>
    </message>
    <message>
        <source>white {share} %</source>
        <translation>wit {share} %</translation>
    </message>
    <message>
        <source>Point at the picture. Ctrl + wheel zooms into its pixels.</source>
        <translation>Wijs in het beeld. Ctrl + wiel zoomt in op de pixels.</translation>
    </message>
    <message>
        <source>Error: estimated standard error of the luminance, from the samples of the pixel and its neighbours</source>
        <translation>Fout: geschatte standaardfout van de luminantie, uit de samples van de pixel en zijn buren</translation>
    </message>
    <message>
        <source>All values of the pixel with all their digits, as text</source>
        <translation>Alle waarden van de pixel met al hun cijfers, als tekst</translation>
    </message>
    <message>
        <source>{value}, denoised</source>
        <translation>{value}, ontruist</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Scherm</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Lineair</translation>
    </message>
    <message>
        <source>Luminance</source>
        <translation>Luminantie</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>nog niet bekend</translation>
    </message>
    <message>
        <source>Combined</source>
        <translation>Samengesteld</translation>
    </message>
    <message>
        <source>The light: the picture itself</source>
        <translation>Het licht: het beeld zelf</translation>
    </message>
    <message>
        <source>Albedo</source>
        <translation>Albedo</translation>
    </message>
    <message>
        <source>Share of the light that the surface gives back</source>
        <translation>Deel van het licht dat het oppervlak teruggeeft</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normaal</translation>
    </message>
    <message>
        <source>Shading normal, on the viewer&apos;s side</source>
        <translation>Schaduwnormaal, aan de kant van de kijker</translation>
    </message>
    <message>
        <source>True normal</source>
        <translation>Ware normaal</translation>
    </message>
    <message>
        <source>Normal of the triangle or sphere itself</source>
        <translation>Normaal van de driehoek of bol zelf</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Diepte</translation>
    </message>
    <message>
        <source>Distance along the view axis</source>
        <translation>Afstand langs de kijkas</translation>
    </message>
    <message>
        <source>Texture coordinates</source>
        <translation>Textuurcoördinaten</translation>
    </message>
    <message>
        <source>u as red, v as green</source>
        <translation>u als rood, v als groen</translation>
    </message>
    <message>
        <source>Material</source>
        <translation>Materiaal</translation>
    </message>
    <message>
        <source>Each material in a colour of its own</source>
        <translation>Elk materiaal in een eigen kleur</translation>
    </message>
    <message>
        <source>Nodes opened</source>
        <translation>Geopende knopen</translation>
    </message>
    <message>
        <source>Nodes of the search tree that a camera ray opens</source>
        <translation>Knopen van de zoekboom die een camerastraal opent</translation>
    </message>
    <message>
        <source>Triangles tested</source>
        <translation>Geteste driehoeken</translation>
    </message>
    <message>
        <source>Triangles and spheres that a camera ray is tested against</source>
        <translation>Driehoeken en bollen waarop een camerastraal wordt getest</translation>
    </message>
    <message>
        <source>Bounces</source>
        <translation>Weerkaatsingen</translation>
    </message>
    <message>
        <source>Mean number of bounces of a path</source>
        <translation>Gemiddeld aantal weerkaatsingen van een pad</translation>
    </message>
    <message>
        <source>Rays</source>
        <translation>Stralen</translation>
    </message>
    <message>
        <source>Mean number of rays of a path</source>
        <translation>Gemiddeld aantal stralen van een pad</translation>
    </message>
    <message>
        <source>Busy lanes</source>
        <translation>Bezige banen</translation>
    </message>
    <message>
        <source>Share of its group&apos;s running time in which a lane has work</source>
        <translation>Deel van de looptijd van zijn groep waarin een baan werk heeft</translation>
    </message>
    <message>
        <source>Not finite</source>
        <translation>Niet eindig</translation>
    </message>
    <message>
        <source>Samples of 16 that are NaN or infinite</source>
        <translation>Samples van de 16 die NaN of oneindig zijn</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>Samples in the film</source>
        <translation>Samples in de film</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Ruis</translation>
    </message>
    <message>
        <source>Estimated relative error of the light</source>
        <translation>Geschatte relatieve fout van het licht</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU-threads</translation>
    </message>
    <message>
        <source>How far more of the same cores carry: 1, 2, 4 … all CPU threads, then each GPU. About 20 seconds.</source>
        <translation>Hoe ver meer van dezelfde kernen reiken: 1, 2, 4 … alle CPU-threads, dan elke GPU. Ongeveer 20 seconden.</translation>
    </message>
    <message>
        <source>{gpu} over all {n} CPU threads</source>
        <translation>{gpu} tegenover alle {n} CPU-threads</translation>
    </message>
    <message>
        <source>samples/s on {who}</source>
        <translation>samples/s op {who}</translation>
    </message>
    <message>
        <source>{n} CPU threads over one</source>
        <translation>{n} CPU-threads tegenover één</translation>
    </message>
    <message>
        <source>perfect</source>
        <translation>ideaal</translation>
    </message>
    <message>
        <source>Copy for a report</source>
        <translation>Kopiëren voor een melding</translation>
    </message>
    <message>
        <source>Versions, these lines, and what the renderer and its driver printed</source>
        <translation>Versies, deze regels, en wat de renderer en zijn driver afdrukten</translation>
    </message>
    <message>
        <source>It left the scene.</source>
        <translation>Het verliet de scène.</translation>
    </message>
    <message>
        <source>It was absorbed.</source>
        <translation>Het werd geabsorbeerd.</translation>
    </message>
    <message>
        <source>Roulette ended it: too dim to be worth more rays.</source>
        <translation>De roulette beëindigde het: te zwak voor meer stralen.</translation>
    </message>
    <message>
        <source>It reached the longest path of the settings.</source>
        <translation>Het bereikte het langste pad van de instellingen.</translation>
    </message>
    <message>
        <source>A medium swallowed it.</source>
        <translation>Een medium slokte het op.</translation>
    </message>
    <message>
        <source>It passed through too many surfaces.</source>
        <translation>Het ging door te veel oppervlakken.</translation>
    </message>
    <message>
        <source>mirrors</source>
        <translation>spiegelt</translation>
    </message>
    <message>
        <source>straight on</source>
        <translation>rechtdoor</translation>
    </message>
    <message>
        <source>absorbed</source>
        <translation>geabsorbeerd</translation>
    </message>
    <message>
        <source>scatters</source>
        <translation>verstrooit</translation>
    </message>
    <message>
        <source>visible</source>
        <translation>zichtbaar</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>geblokkeerd</translation>
    </message>
    <message>
        <source>nothing could come</source>
        <translation>er kon niets komen</translation>
    </message>
    <message>
        <source>from the camera</source>
        <translation>vanuit de camera</translation>
    </message>
    <message>
        <source>bounced</source>
        <translation>gekaatst</translation>
    </message>
    <message>
        <source>refracted</source>
        <translation>gebroken</translation>
    </message>
    <message>
        <source>scattered</source>
        <translation>verstrooid</translation>
    </message>
    <message>
        <source>light visible</source>
        <translation>licht zichtbaar</translation>
    </message>
    <message>
        <source>light blocked, end</source>
        <translation>licht geblokkeerd, einde</translation>
    </message>
    <message>
        <source>Click a pixel of the picture</source>
        <translation>Klik op een pixel van het beeld</translation>
    </message>
    <message>
        <source>A click on the picture then follows a ray through that pixel; Esc leaves</source>
        <translation>Een klik op het beeld volgt dan een straal door die pixel; Esc stopt</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Sample</translation>
    </message>
    <message>
        <source>Which of the pixel&apos;s samples: each goes another way</source>
        <translation>Welke van de samples van de pixel: elk gaat een andere weg</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Vertex</source>
        <translation>Hoekpunt</translation>
    </message>
    <message>
        <source>Carries</source>
        <translation>Draagt</translation>
    </message>
    <message>
        <source>Adds</source>
        <translation>Voegt toe</translation>
    </message>
    <message>
        <source>Vertices of the path</source>
        <translation>Hoekpunten van het pad</translation>
    </message>
    <message>
        <source>The next sample of this pixel</source>
        <translation>De volgende sample van deze pixel</translation>
    </message>
    <message>
        <source>The vertex before (J)</source>
        <translation>Het vorige hoekpunt (J)</translation>
    </message>
    <message>
        <source>The next vertex (K)</source>
        <translation>Het volgende hoekpunt (K)</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>Take the path off the picture</source>
        <translation>Het pad van het beeld halen</translation>
    </message>
    <message>
        <source>vertex {number} of {count}</source>
        <translation>hoekpunt {number} van {count}</translation>
    </message>
    <message>
        <source>Following the ray …</source>
        <translation>De straal wordt gevolgd …</translation>
    </message>
    <message>
        <source>No ray is followed yet.</source>
        <translation>Er wordt nog geen straal gevolgd.</translation>
    </message>
    <message>
        <source>Pixel {x}, {y} of {width} × {height}, exactly the film&apos;s own sample.</source>
        <translation>Pixel {x}, {y} van {width} × {height}, precies de sample van de film.</translation>
    </message>
    <message>
        <source>And now a million of these: not measured yet.</source>
        <translation>En nu een miljoen hiervan: nog niet gemeten.</translation>
    </message>
    <message>
        <source>And now a million of these: {time} on {device}, at {rate} counted now.</source>
        <translation>En nu een miljoen hiervan: {time} op {device}, bij {rate}, nu geteld.</translation>
    </message>
    <message>
        <source>camera</source>
        <translation>camera</translation>
    </message>
    <message>
        <source>sky</source>
        <translation>hemel</translation>
    </message>
    <message>
        <source>out of the scene</source>
        <translation>de scène uit</translation>
    </message>
    <message>
        <source>through {name}</source>
        <translation>door {name}</translation>
    </message>
    <message>
        <source>particle, {name}</source>
        <translation>deeltje, {name}</translation>
    </message>
    <message>
        <source>refracts</source>
        <translation>breekt</translation>
    </message>
    <message>
        <source>roulette</source>
        <translation>roulette</translation>
    </message>
    <message>
        <source>{rays} rays, {bounces} bounces. {end} The sample&apos;s light: {light}.</source>
        <translation>{rays} stralen, {bounces} weerkaatsingen. {end} Het licht van de sample: {light}.</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medium</translation>
    </message>
    <message>
        <source>Own light</source>
        <translation>Eigen licht</translation>
    </message>
    <message>
        <source>Light chosen</source>
        <translation>Gekozen lamp</translation>
    </message>
    <message>
        <source>It brought</source>
        <translation>Die bracht</translation>
    </message>
    <message>
        <source>Its density</source>
        <translation>Zijn dichtheid</translation>
    </message>
    <message>
        <source>Its weight</source>
        <translation>Zijn gewicht</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Richting</translation>
    </message>
    <message>
        <source>Roulette</source>
        <translation>Roulette</translation>
    </message>
    <message>
        <source>Rays so far</source>
        <translation>Stralen tot nu toe</translation>
    </message>
    <message>
        <source>the only one</source>
        <translation>de enige</translation>
    </message>
    <message>
        <source>Empties this list</source>
        <translation>Maakt deze lijst leeg</translation>
    </message>
    <message>
        <source>Copied the log</source>
        <translation>Logboek gekopieerd</translation>
    </message>
    <message>
        <source>time rendered</source>
        <translation>rekentijd</translation>
    </message>
    <message>
        <source>error (relMSE)</source>
        <translation>fout (relMSE)</translation>
    </message>
    <message>
        <source>Each side</source>
        <translation>Elke kant</translation>
    </message>
    <message>
        <source>How long each side renders</source>
        <translation>Hoe lang elke kant rendert</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referentie</translation>
    </message>
    <message>
        <source>How long the reference is rendered, on the fastest side; it is kept for this scene and view</source>
        <translation>Hoe lang de referentie wordt gerenderd, op de snelste kant; ze blijft bewaard voor deze scène en dit beeld</translation>
    </message>
    <message>
        <source>Not samples but a picture without noise is the point: how soon does each side reach the same error?</source>
        <translation>Het gaat niet om samples maar om een beeld zonder ruis: hoe snel haalt elke kant dezelfde fout?</translation>
    </message>
    <message>
        <source>not every side reached this error where the reference can vouch for it</source>
        <translation>niet elke kant haalde deze fout waar de referentie ervoor kan instaan</translation>
    </message>
    <message>
        <source>sooner on {fast} than on {slow}, at the same error</source>
        <translation>eerder op {fast} dan op {slow}, bij dezelfde fout</translation>
    </message>
    <message>
        <source>claimed above this only</source>
        <translation>alleen hierboven geldig</translation>
    </message>
    <message>
        <source>error of the reference</source>
        <translation>fout van de referentie</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Maken</translation>
    </message>
    <message>
        <source>Keep the picture of now (Ctrl+T)</source>
        <translation>Het beeld van nu bewaren (Ctrl+T)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>Throw the chosen snapshot away</source>
        <translation>De gekozen opname weggooien</translation>
    </message>
    <message>
        <source>How the chosen snapshot is compared with the live picture</source>
        <translation>Hoe de gekozen opname met het levende beeld wordt vergeleken</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Versterking</translation>
    </message>
    <message>
        <source>Differences of display values are multiplied with this</source>
        <translation>Verschillen van schermwaarden worden hiermee vermenigvuldigd</translation>
    </message>
    <message>
        <source>Snapshots are as the screen shows them, and are gone at the end.</source>
        <translation>Opnames zijn zoals het scherm ze toont, en aan het eind weg.</translation>
    </message>
    <message>
        <source>Open a scene first: there is nothing to race on</source>
        <translation>Open eerst een scène: er is niets om op te racen</translation>
    </message>
    <message>
        <source>{name} dropped out of the race; the other one goes on</source>
        <translation>{name} is uit de race gevallen; de ander gaat door</translation>
    </message>
    <message>
        <source>{name} does not answer; the other one goes on</source>
        <translation>{name} antwoordt niet; de andere gaat door</translation>
    </message>
    <message>
        <source>Start it again</source>
        <translation>Opnieuw starten</translation>
    </message>
    <message>
        <source>Camera saved in place {number}</source>
        <translation>Camera bewaard op plaats {number}</translation>
    </message>
    <message>
        <source>There is no camera in place {number}; Ctrl+{number} saves this one there</source>
        <translation>Er is geen camera op plaats {number}; Ctrl+{number} bewaart deze daar</translation>
    </message>
    <message>
        <source>Takes effect at the next start.</source>
        <translation>Geldt vanaf de volgende start.</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Voorkeuren</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Zoeken</translation>
    </message>
    <message>
        <source>Search the preferences</source>
        <translation>In de voorkeuren zoeken</translation>
    </message>
    <message>
        <source>No preference has this in its name or description</source>
        <translation>Geen voorkeur heeft dit in naam of beschrijving</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Colours of the window; dark ones disturb the picture least.</source>
        <translation>Kleuren van het venster; donkere storen het beeld het minst.</translation>
    </message>
    <message>
        <source>Closes this window and opens another one with the same scene</source>
        <translation>Sluit dit venster en opent een nieuw met dezelfde scène</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Taal</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>Navigatie</translation>
    </message>
    <message>
        <source>Which mouse buttons orbit, pan and dolly; F1 lists them.</source>
        <translation>Welke muisknoppen draaien, verschuiven en naderen; F1 somt ze op.</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>The device that stands against the CPU.</source>
        <translation>Het apparaat dat tegenover de CPU staat.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Of the CPU renderer; automatic is {count} on this computer.</source>
        <translation>Van de CPU-renderer; automatisch is {count} op deze computer.</translation>
    </message>
    <message>
        <source>The renderer starts anew with them; the scene stays open.</source>
        <translation>De renderer begint er opnieuw mee; de scène blijft open.</translation>
    </message>
    <message>
        <source>Removes all compiled kernels; the next start compiles them again</source>
        <translation>Verwijdert alle gecompileerde kernels; de volgende start compileert ze opnieuw</translation>
    </message>
    <message>
        <source>Compiled kernels, so that the next start is fast. Clearing it makes that one slow, and no other.</source>
        <translation>Gecompileerde kernels, zodat de volgende start snel is. Wissen maakt alleen die traag.</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>clearing …</source>
        <translation>wissen …</translation>
    </message>
    <message>
        <source>Live picture</source>
        <translation>Levend beeld</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>Schuiflijn</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>Opname</translation>
    </message>
    <message>
        <source>{about} · denoised</source>
        <translation>{about} · ontruist</translation>
    </message>
    <message>
        <source>Light, computed while you watch</source>
        <translation>Licht, berekend terwijl u kijkt</translation>
    </message>
    <message>
        <source>The picture begins coarse and becomes clearer with every sample. Drag with the left button to turn it, with the middle one to move it; the wheel goes nearer. R is the way back.</source>
        <translation>Het beeld begint grof en wordt met elke sample duidelijker. Sleep met de linkerknop om te draaien, met de middelste om te verschuiven; met het wiel komt u dichterbij. R is de weg terug.</translation>
    </message>
    <message>
        <source>CPU or GPU</source>
        <translation>CPU of GPU</translation>
    </message>
    <message>
        <source>The large switch, or the key B, lets the other one go on with the same picture. What you read beside it was counted while it worked; what was not measured says so.</source>
        <translation>De grote schakelaar, of de toets B, laat de ander met hetzelfde beeld verdergaan. Wat ernaast staat, is tijdens het werk geteld; is iets niet gemeten, dan staat dat er.</translation>
    </message>
    <message>
        <source>Your own scenes</source>
        <translation>Uw eigen scènes</translation>
    </message>
    <message>
        <source>Drop a glTF, OBJ, PLY, STL or Mitsuba file on the window, or take one of the scenes that come with the program. What a file asks for and is not supported is listed in the panel Scene.</source>
        <translation>Laat een glTF-, OBJ-, PLY-, STL- of Mitsuba-bestand op het venster los, of neem een scène die bij het programma hoort. Wat een bestand vraagt en het programma niet kan, staat in het paneel Scène.</translation>
    </message>
    <message>
        <source>Everything has a key</source>
        <translation>Alles heeft een toets</translation>
    </message>
    <message>
        <source>F1 lists all keys and gestures. Ctrl and the wheel zoom into the pixels, Ctrl+T keeps the picture for a comparison, and the menu Compare sets CPU and GPU against each other.</source>
        <translation>F1 somt alle toetsen en gebaren op. Ctrl en het wiel zoomen in op de pixels, Ctrl+T bewaart het beeld om te vergelijken, en het menu Vergelijken zet CPU en GPU tegenover elkaar.</translation>
    </message>
    <message>
        <source>A short tour</source>
        <translation>Een korte rondleiding</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Overslaan</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Terug</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Volgende</translation>
    </message>
    <message>
        <source>&amp;Undo {step}</source>
        <translation>&amp;Ongedaan: {step}</translation>
    </message>
    <message>
        <source>&amp;Redo {step}</source>
        <translation>Op&amp;nieuw: {step}</translation>
    </message>
    <message>
        <source>There is no scene to save yet</source>
        <translation>Er is nog geen scène om op te slaan</translation>
    </message>
    <message>
        <source>Camera move</source>
        <translation>Camerabeweging</translation>
    </message>
    <message>
        <source>A picture with half as many pixels in both directions may fit</source>
        <translation>Een beeld met half zo veel pixels in beide richtingen past misschien</translation>
    </message>
    <message>
        <source>Render smaller</source>
        <translation>Kleiner renderen</translation>
    </message>
    <message>
        <source>The CPU may have more memory than this GPU</source>
        <translation>De CPU heeft misschien meer geheugen dan deze GPU</translation>
    </message>
    <message>
        <source>Go on with the CPU</source>
        <translation>Verder met de CPU</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Omgeving</translation>
    </message>
    <message>
        <source>Move {what}</source>
        <translation>{what} verplaatsen</translation>
    </message>
    <message>
        <source>Rotate {what}</source>
        <translation>{what} draaien</translation>
    </message>
    <message>
        <source>Scale {what}</source>
        <translation>{what} schalen</translation>
    </message>
    <message>
        <source>{count} things</source>
        <translation>{count} dingen</translation>
    </message>
    <message>
        <source>Delete {what}</source>
        <translation>{what} verwijderen</translation>
    </message>
    <message>
        <source>Duplicate {what}</source>
        <translation>{what} dupliceren</translation>
    </message>
    <message>
        <source>Show {what}</source>
        <translation>{what} tonen</translation>
    </message>
    <message>
        <source>Hide {what}</source>
        <translation>{what} verbergen</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>{old} hernoemen tot {new}</translation>
    </message>
    <message>
        <source>Material {name}</source>
        <translation>Materiaal {name}</translation>
    </message>
    <message>
        <source>{field} of {owner}</source>
        <translation>{field} van {owner}</translation>
    </message>
    <message>
        <source>material</source>
        <translation>materiaal</translation>
    </message>
    <message>
        <source>New material</source>
        <translation>Nieuw materiaal</translation>
    </message>
    <message>
        <source>{field} from {file}</source>
        <translation>{field} uit {file}</translation>
    </message>
    <message>
        <source>New sky</source>
        <translation>Nieuwe hemel</translation>
    </message>
    <message>
        <source>New fog</source>
        <translation>Nieuwe mist</translation>
    </message>
    <message>
        <source>Sky from {file}</source>
        <translation>Hemel uit {file}</translation>
    </message>
    <message>
        <source>All light</source>
        <translation>Al het licht</translation>
    </message>
    <message>
        <source>Only</source>
        <translation>Alleen</translation>
    </message>
    <message>
        <source>Up to</source>
        <translation>Tot en met</translation>
    </message>
    <message>
        <source>Emitted</source>
        <translation>Uitgestraald</translation>
    </message>
    <message>
        <source>No bounce: lights and sky as the camera sees them</source>
        <translation>Geen weerkaatsing: lampen en hemel zoals de camera ze ziet</translation>
    </message>
    <message>
        <source>Direct</source>
        <translation>Direct</translation>
    </message>
    <message>
        <source>One bounce, by reflection: from a light to a surface to the camera</source>
        <translation>Eén weerkaatsing: van een lamp naar een oppervlak naar de camera</translation>
    </message>
    <message>
        <source>Indirect</source>
        <translation>Indirect</translation>
    </message>
    <message>
        <source>Two bounces or more, all by reflection</source>
        <translation>Twee weerkaatsingen of meer, alleen door reflectie</translation>
    </message>
    <message>
        <source>Refracted</source>
        <translation>Gebroken</translation>
    </message>
    <message>
        <source>Went through a surface with a bend at least once, but met no medium</source>
        <translation>Ging minstens één keer met een knik door een oppervlak, maar kwam geen medium tegen</translation>
    </message>
    <message>
        <source>Scattered</source>
        <translation>Verstrooid</translation>
    </message>
    <message>
        <source>Changed direction inside a medium at least once</source>
        <translation>Veranderde minstens één keer van richting in een medium</translation>
    </message>
    <message>
        <source>How often the light bounced between its source and the camera</source>
        <translation>Hoe vaak het licht kaatste tussen bron en camera</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Afspelen</translation>
    </message>
    <message>
        <source>Go through the bounces by itself, one after the other</source>
        <translation>Vanzelf door de weerkaatsingen gaan, een voor een</translation>
    </message>
    <message>
        <source>Each for</source>
        <translation>Elk</translation>
    </message>
    <message>
        <source>Time that each bounce stays</source>
        <translation>Tijd dat elke weerkaatsing blijft staan</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>All kinds of light</source>
        <translation>Alle soorten licht</translation>
    </message>
    <message>
        <source>Number of bounces</source>
        <translation>Aantal weerkaatsingen</translation>
    </message>
    <message>
        <source>Kinds of light</source>
        <translation>Soorten licht</translation>
    </message>
    <message>
        <source>Numbers and kinds each add up to the whole picture. Click a kind to see it alone; hold Ctrl to combine.</source>
        <translation>Aantallen en soorten tellen elk op tot het hele beeld. Klik een soort aan om die alleen te zien; houd Ctrl ingedrukt om te combineren.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>The whole picture</source>
        <translation>Het hele beeld</translation>
    </message>
    <message>
        <source>Only paths with exactly so many bounces</source>
        <translation>Alleen paden met precies zo veel weerkaatsingen</translation>
    </message>
    <message>
        <source>Paths of up to so many bounces</source>
        <translation>Paden met hoogstens zo veel weerkaatsingen</translation>
    </message>
    <message>
        <source>all bounces</source>
        <translation>alle weerkaatsingen</translation>
    </message>
    <message>
        <source>up to 1 bounce</source>
        <translation>tot 1 weerkaatsing</translation>
    </message>
    <message>
        <source>1 bounce</source>
        <translation>1 weerkaatsing</translation>
    </message>
    <message>
        <source>up to {count} bounces</source>
        <translation>tot {count} weerkaatsingen</translation>
    </message>
    <message>
        <source>{count} bounces</source>
        <translation>{count} weerkaatsingen</translation>
    </message>
    <message>
        <source>All light, up to {count} bounces, the longest path of the settings.</source>
        <translation>Al het licht, tot {count} weerkaatsingen, het langste pad van de instellingen.</translation>
    </message>
    <message>
        <source>What shines itself: lights and sky, as the camera sees them.</source>
        <translation>Wat zelf schijnt: lampen en hemel, zoals de camera ze ziet.</translation>
    </message>
    <message>
        <source>Everything so far: the picture grows with each bounce.</source>
        <translation>Alles tot hier: het beeld groeit met elke weerkaatsing.</translation>
    </message>
    <message>
        <source>Light that came from a light to a surface and then to the camera.</source>
        <translation>Licht dat van een lamp naar een oppervlak kwam en dan naar de camera.</translation>
    </message>
    <message>
        <source>Light that met {count} surfaces or particles on its way to the camera.</source>
        <translation>Licht dat onderweg naar de camera {count} oppervlakken of deeltjes tegenkwam.</translation>
    </message>
    <message>
        <source>Trace one sample of every pixel and count</source>
        <translation>Eén sample van elke pixel volgen en tellen</translation>
    </message>
    <message>
        <source>Heat map over the picture</source>
        <translation>Warmtekaart over het beeld</translation>
    </message>
    <message>
        <source>The layer “Busy lanes”: dark where lanes wait for their group</source>
        <translation>De laag “Bezige banen”: donker waar banen op hun groep wachten</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stappen</translation>
    </message>
    <message>
        <source>Rays, as the kernel counts</source>
        <translation>Stralen, zoals de kernel telt</translation>
    </message>
    <message>
        <source>What one step of the curve is</source>
        <translation>Wat één stap van de kromme is</translation>
    </message>
    <message>
        <source>Full line</source>
        <translation>Volle lijn</translation>
    </message>
    <message>
        <source>lanes that still have work</source>
        <translation>banen die nog werk hebben</translation>
    </message>
    <message>
        <source>Dashed line</source>
        <translation>Streeplijn</translation>
    </message>
    <message>
        <source>lanes whose group still runs</source>
        <translation>banen waarvan de groep nog loopt</translation>
    </message>
    <message>
        <source>A GPU runs its lanes in groups that step together: {count} wait for the last of them.</source>
        <translation>Een GPU laat banen in groepen lopen die samen stappen: {count} wachten op de laatste.</translation>
    </message>
    <message>
        <source>of the time of running groups is spent on lanes that have work.</source>
        <translation>van de tijd van lopende groepen gaat naar banen die werk hebben.</translation>
    </message>
    <message>
        <source>Paths</source>
        <translation>Paden</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Groepen</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Langste</translation>
    </message>
    <message>
        <source>rays</source>
        <translation>stralen</translation>
    </message>
    <message>
        <source>A group is {count} pixels that follow each other in the kernel&apos;s order.</source>
        <translation>Een groep is {count} pixels die in de volgorde van de kernel op elkaar volgen.</translation>
    </message>
    <message>
        <source>The CPU has no such groups: this is what a GPU would do with the same paths.</source>
        <translation>De CPU heeft zulke groepen niet: dit zou een GPU met dezelfde paden doen.</translation>
    </message>
    <message>
        <source>Other GPUs have groups of another width.</source>
        <translation>Andere GPU&apos;s hebben groepen van een andere breedte.</translation>
    </message>
    <message>
        <source>bounces</source>
        <translation>weerkaatsingen</translation>
    </message>
    <message>
        <source>lanes, %</source>
        <translation>banen, %</translation>
    </message>
    <message>
        <source>Lanes that have work, by step</source>
        <translation>Banen met werk, per stap</translation>
    </message>
    <message>
        <source>Click an object in the picture or in the outliner to see its properties here.</source>
        <translation>Klik op een object in het beeld of in het overzicht om hier de eigenschappen te zien.</translation>
    </message>
    <message>
        <source>{name}: choose a picture</source>
        <translation>{name}: een beeld kiezen</translation>
    </message>
    <message>
        <source>{name}: no picture</source>
        <translation>{name}: geen beeld</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>Een beeld kiezen</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>Beelden ({patterns})</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>Team</translation>
    </message>
    <message>
        <source>Who fills the picture; each is a process of its own</source>
        <translation>Wie het beeld vult; elk is een eigen proces</translation>
    </message>
    <message>
        <source>A CPU and a GPU fill one picture: every sample is rendered once, whoever is free takes the next ones. First each works alone for a second, so that the gain is measured.</source>
        <translation>Een CPU en een GPU vullen één beeld: elke sample wordt één keer gerenderd, wie vrij is neemt de volgende. Eerst werkt elk een seconde alleen, zodat de winst wordt gemeten.</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Allemaal</translation>
    </message>
    <message>
        <source>Two CPU processes</source>
        <translation>Twee CPU-processen</translation>
    </message>
    <message>
        <source>Render together</source>
        <translation>Samen renderen</translation>
    </message>
    <message>
        <source>The picture in the window waits meanwhile</source>
        <translation>Het beeld in het venster wacht intussen</translation>
    </message>
    <message>
        <source>over the fastest alone</source>
        <translation>tegenover de snelste alleen</translation>
    </message>
    <message>
        <source>each works alone first</source>
        <translation>elk werkt eerst alleen</translation>
    </message>
    <message>
        <source>gain not measured: too short, or a worker was lost</source>
        <translation>winst niet gemeten: te kort, of een werker viel uit</translation>
    </message>
    <message>
        <source>{spp} of {limit} spp in {time}</source>
        <translation>{spp} van {limit} spp in {time}</translation>
    </message>
    <message>
        <source>together {rate}</source>
        <translation>samen {rate}</translation>
    </message>
    <message>
        <source>Shares of the picture</source>
        <translation>Aandelen in het beeld</translation>
    </message>
    <message>
        <source>The picture that all fill together</source>
        <translation>Het beeld dat allen samen vullen</translation>
    </message>
    <message>
        <source>CPU + {name} (software)</source>
        <translation>CPU + {name} (software)</translation>
    </message>
    <message>
        <source>CPU + GPU ({name})</source>
        <translation>CPU + GPU ({name})</translation>
    </message>
    <message>
        <source>CPU process {number}</source>
        <translation>CPU-proces {number}</translation>
    </message>
    <message>
        <source>{name}: dropped out</source>
        <translation>{name}: uitgevallen</translation>
    </message>
    <message>
        <source>{name} ({device}): alone {rate}</source>
        <translation>{name} ({device}): alleen {rate}</translation>
    </message>
    <message>
        <source>Save the changes to {name}?</source>
        <translation>De wijzigingen in {name} opslaan?</translation>
    </message>
    <message>
        <source>They are lost otherwise.</source>
        <translation>Anders gaan ze verloren.</translation>
    </message>
    <message>
        <source>&amp;Do not save</source>
        <translation>&amp;Niet opslaan</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Annuleren</translation>
    </message>
    <message>
        <source>The program ended with unsaved changes to {name}</source>
        <translation>Het programma eindigde met niet opgeslagen wijzigingen in {name}</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Herstellen</translation>
    </message>
    <message>
        <source>Recovered changes</source>
        <translation>Herstelde wijzigingen</translation>
    </message>
    <message>
        <source>Linear Rec. 709</source>
        <translation>Lineair Rec. 709</translation>
    </message>
    <message>
        <source>{name}: pick a colour</source>
        <translation>{name}: een kleur kiezen</translation>
    </message>
    <message>
        <source>Pick a colour; the picker counts in sRGB</source>
        <translation>Een kleur kiezen; de kiezer rekent in sRGB</translation>
    </message>
    <message>
        <source>red</source>
        <translation>rood</translation>
    </message>
    <message>
        <source>green</source>
        <translation>groen</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>blauw</translation>
    </message>
    <message>
        <source>{name} (sRGB)</source>
        <translation>{name} (sRGB)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Naam</translation>
    </message>
    <message>
        <source>Surface</source>
        <translation>Oppervlak</translation>
    </message>
    <message>
        <source>Emission</source>
        <translation>Uitstraling</translation>
    </message>
    <message>
        <source>Emits from</source>
        <translation>Straalt vanaf</translation>
    </message>
    <message>
        <source>Two-sided</source>
        <translation>Tweezijdig</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Opaciteit</translation>
    </message>
    <message>
        <source>Cutoff</source>
        <translation>Drempel</translation>
    </message>
    <message>
        <source>Normal map</source>
        <translation>Normaalkaart</translation>
    </message>
    <message>
        <source>Normal strength</source>
        <translation>Sterkte normaal</translation>
    </message>
    <message>
        <source>Vertex colours</source>
        <translation>Hoekpuntkleuren</translation>
    </message>
    <message>
        <source>Interior</source>
        <translation>Binnenste</translation>
    </message>
    <message>
        <source>Absorption</source>
        <translation>Absorptie</translation>
    </message>
    <message>
        <source>Scattering</source>
        <translation>Verstrooiing</translation>
    </message>
    <message>
        <source>Anisotropy</source>
        <translation>Anisotropie</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Omhoog</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>Sterkte</translation>
    </message>
    <message>
        <source>Irradiance</source>
        <translation>Bestraling</translation>
    </message>
    <message>
        <source>Inner angle</source>
        <translation>Binnenhoek</translation>
    </message>
    <message>
        <source>Outer angle</source>
        <translation>Buitenhoek</translation>
    </message>
    <message>
        <source>Falloff</source>
        <translation>Afname</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Beeld</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Sterkte</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>Draaiing</translation>
    </message>
    <message>
        <source>Visible</source>
        <translation>Zichtbaar</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Schaal</translation>
    </message>
    <message>
        <source>Shader</source>
        <translation>Shader</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>Projectie</translation>
    </message>
    <message>
        <source>Roulette from</source>
        <translation>Roulette vanaf</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Regio</translation>
    </message>
    <message>
        <source>Denoise</source>
        <translation>Ontruisen</translation>
    </message>
    <message>
        <source>Reflectance</source>
        <translation>Reflectie</translation>
    </message>
    <message>
        <source>Transmittance</source>
        <translation>Doorlating</translation>
    </message>
    <message>
        <source>Base colour</source>
        <translation>Basiskleur</translation>
    </message>
    <message>
        <source>Metallic</source>
        <translation>Metalligheid</translation>
    </message>
    <message>
        <source>Roughness</source>
        <translation>Ruwheid</translation>
    </message>
    <message>
        <source>Index (IOR)</source>
        <translation>Index (IOR)</translation>
    </message>
    <message>
        <source>Roughness α</source>
        <translation>Ruwheid α</translation>
    </message>
    <message>
        <source>Specular</source>
        <translation>Spiegelend</translation>
    </message>
    <message>
        <source>Specular colour</source>
        <translation>Spiegelkleur</translation>
    </message>
    <message>
        <source>Transmission</source>
        <translation>Transmissie</translation>
    </message>
    <message>
        <source>Thin</source>
        <translation>Dun</translation>
    </message>
    <message>
        <source>Compensation</source>
        <translation>Compensatie</translation>
    </message>
    <message>
        <source>Zenith</source>
        <translation>Zenit</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>Horizon</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>Grond</translation>
    </message>
    <message>
        <source>Radiance</source>
        <translation>Radiantie</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>Perspectief</translation>
    </message>
    <message>
        <source>Orthographic</source>
        <translation>Orthografisch</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>Vloeiend</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Voorkant</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Opaque</source>
        <translation>Dekkend</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Masker</translation>
    </message>
    <message>
        <source>Blend</source>
        <translation>Mengen</translation>
    </message>
    <message>
        <source>Dielectric</source>
        <translation>Diëlektricum</translation>
    </message>
    <message>
        <source>Thin dielectric</source>
        <translation>Dun diëlektricum</translation>
    </message>
    <message>
        <source>Diffuse</source>
        <translation>Mat (diffuus)</translation>
    </message>
    <message>
        <source>Metallic roughness</source>
        <translation>Metallic-roughness</translation>
    </message>
    <message>
        <source>Null</source>
        <translation>Niets (null)</translation>
    </message>
    <message>
        <source>Plastic</source>
        <translation>Kunststof</translation>
    </message>
    <message>
        <source>Rough conductor</source>
        <translation>Ruwe geleider</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Constant</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>Verloop</translation>
    </message>
    <message>
        <source>Cameras</source>
        <translation>Camera&apos;s</translation>
    </message>
    <message>
        <source>on</source>
        <translation>aan</translation>
    </message>
    <message>
        <source>{watts} W</source>
        <translation>{watts} W</translation>
    </message>
    <message>
        <source>Drag over the part to refine; Esc leaves</source>
        <translation>Sleep over het deel dat verfijnd moet worden; Esc sluit af</translation>
    </message>
    <message>
        <source>Region {width} × {height}</source>
        <translation>Regio {width} × {height}</translation>
    </message>
    <message>
        <source>Finishing line</source>
        <translation>Finish</translation>
    </message>
    <message>
        <source>Own rendering time to so many samples per pixel, and until the measured noise fell to what so many samples leave; between two measurements interpolated, beyond them nothing</source>
        <translation>Eigen rekentijd tot zo veel samples per pixel, en tot de gemeten ruis daalde tot wat zo veel samples overlaten; tussen twee metingen geïnterpoleerd, daarbuiten niets</translation>
    </message>
    <message>
        <source>its noise</source>
        <translation>de ruis daarvan</translation>
    </message>
    <message>
        <source>its noise, {noise}</source>
        <translation>de ruis daarvan, {noise}</translation>
    </message>
    <message>
        <source>{name} is there {ratio} as fast</source>
        <translation>{name} is {ratio} zo snel bij de finish</translation>
    </message>
    <message>
        <source>A guess of what the picture will look like, by Intel Open Image Denoise on the CPU. The samples go on, no figure contains it, and in a race it is off.</source>
        <translation>Een schatting van hoe het beeld wordt, door Intel Open Image Denoise op de CPU. De samples gaan door, geen getal bevat het, en in een race staat het uit.</translation>
    </message>
    <message>
        <source>Intel Open Image Denoise is not installed. To get it: {command}</source>
        <translation>Intel Open Image Denoise is niet geïnstalleerd. Zo krijg je het: {command}</translation>
    </message>
    <message>
        <source>Denoised, from {spp} spp</source>
        <translation>Ontruist, uit {spp} spp</translation>
    </message>
    <message>
        <source>Denoised picture follows …</source>
        <translation>Ontruist beeld volgt …</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>zojuist</translation>
    </message>
    <message>
        <source>{time} ago</source>
        <translation>{time} geleden</translation>
    </message>
</context>
</TS>
