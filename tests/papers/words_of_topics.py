"""The words that Rogers (2007, appendix A) lists for each of 25 topics; the documents are not public."""

_WORDS = {
    "Ball Games": (
        "game balls tennis players throw side thrown propel "
        "playground Square Wall squash indoor four-wall hockey"
    ),
    "Dinosaurs": (
        "dinosaur species Cretaceous fossil lizard weighing theropod bone "
        "teeth carnivorous predators metre plant-eating Jurassic vertebrae"
    ),
    "Space exploration": (
        "Space NASA probes Pioneer Apollo astronauts Voyager rocket "
        "Exploration spaceflight Sputnik solar orbits travels interplanetary"
    ),
    "Literature": (
        "literature worked stories literary novel epic poet movement "
        "novella reader poetry intellectual prose cycles modern"
    ),
    "Government": (
        "government parliamentary legislature oligarchy ruler dictatorships junta appropriate "
        "unicameralism motion might occur described forms highest"
    ),
    "Court Systems": (
        "court judges jurisdictions jurors juries criminal justices magistrate "
        "appellate equivalent judgment staffed indictable inferior Supreme"
    ),
    "Cities": (
        "city Euphrates city-states sovereign Tigris suburban density still "
        "that when does independent area Opis Akkadian"
    ),
    "Film": (
        "film movie filmmakers often slang Hollywood B-movie dating "
        "being started like score synthetic simply style"
    ),
    "Sculpture": (
        "sculptures marble depicting three-dimensional sculpting statue stone installed "
        "durable legs korean jade difficulties Greek need"
    ),
    "Natural Disasters": (
        "Hurricane storm depression cyclone strength earthquake result drowned "
        "westward September strengthening reaching Auguste category wind"
    ),
    "Education": (
        "education students grade School board Kindergarten course States "
        "public academic assessment institutions significantly classroom funded"
    ),
    "Printing": (
        "Printing inks colorized pressing sheet printer master papers "
        "black duplicator offset copier Dots darkening adhered"
    ),
    "Writing Systems": (
        "symbols syllables stenography methods writing represents script grapheme "
        "abugida operating translation vowel linear Syllabary text"
    ),
    "Optical Devices": (
        "lens optical microscopes focal glasses mirror magnify microscopy "
        "magnification binoculars polarization convex interference eyepiece minimize"
    ),
    "Internet": (
        "Internet online pages server protocol websites search contents "
        "site audio webpage file producer availability packet"
    ),
    "Family": (
        "sibling father mother marries household parent half-sister half-brother "
        "family role biological sociological fatherhood husband half-siblings"
    ),
    "Television": (
        "television channel cable serials satellite number featuring factors "
        "receiving series action displayed conducted commonplace Journal"
    ),
    "Speeches": (
        "given speech politicians freedom Quebec farewell retirement troops "
        "Destiny Reagan value distant Canada according dollars"
    ),
    "Postal System": (
        "postal mail postage stamps post deliveries recipient self-addressed "
        "courtesy senders sent reply payment forwarding medium"
    ),
    "Languages": (
        "dialect Indo-European Baltic Latin grammar Northeastern Meroitic ancestral "
        "Anatolia variety language spoken proto-language liturgical borrowed"
    ),
    "Music": (
        "music song improvised term bands group piece thrash "
        "popularised Forbidden teutonic crossover instrument composition acoustic"
    ),
    "Olympics": (
        "Olympic athletes flag medal held Winter Olympiad Committee "
        "Pierre Coubertin oath Athens game competitive organised"
    ),
    "Astronomy": (
        "astronomical celestial star planets galaxy observed astrology physics "
        "earth mechanical Jupiter gravitational catalogue horizon Milky"
    ),
    "Transportation": (
        "vehicle airports bicycles transit wheels mode transport ship "
        "intermodal automobile subway railroad contract cargo driver"
    ),
    "Elections": (
        "elections voter ballot polling electoral voting party candidate "
        "suffrage from appear process dimensions attended Laws"
    ),
}
LISTS = {topic: words.split() for topic, words in _WORDS.items()}
